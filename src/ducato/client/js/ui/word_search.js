/**
 * Search for words in short texts, without regard to case and accents.
 */

/**
 * @param {string} text
 * @returns {string[]} the words of a text in the form in which they are compared
 */
export const searchWords = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}+]+/u)
    .filter(Boolean);

/**
 * Return whether a text has all words of a search: a number as a whole, other words as the
 * beginning of a word.
 * @param {string[]} words of the text
 * @param {string[]} wanted words of the search
 */
export const hasWords = (words, wanted) =>
  wanted.every((one) =>
    words.some((word) => (/^\d+$/.test(one) ? word === one : word.startsWith(one))),
  );
