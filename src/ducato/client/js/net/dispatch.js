/**
 * Passes messages to handlers, one for each type of message.
 */

/**
 * @template {{type: string}} Message
 * @typedef {{[Type in Message["type"]]: (message: Extract<Message, {type: Type}>) => unknown}}
 *   Handlers
 */

/**
 * Pass a message to the handler of its type. A type without a handler is ignored, so that a server
 * may be newer than the page.
 *
 * @template {{type: string}} Message
 * @param {Handlers<Message>} handlers
 * @param {Message} message
 * @returns {unknown} what the handler returns, which may be a promise
 */
export function dispatch(handlers, message) {
  /** @type {Record<string, (message: any) => unknown>} */
  const byType = handlers;
  return Object.hasOwn(byType, message.type) ? byType[message.type]?.(message) : undefined;
}
