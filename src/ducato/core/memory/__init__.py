"""What seats remember of hidden cards, and worlds dealt by it.

In a game whose cards return to the deck, a seat remembers more than the number of hidden cards in
each zone: a hand from which nothing has been drawn since holds none of those that it saw return. So
the rules note each move of a card from or to a hidden zone (`journal`), and a world is dealt for a
reader by following these moves as the reader saw them (`dealing`). A game may begin to note when
moves begin to tell more than the numbers. The state has the fields:

- `journal`: the moves, each as three numbers; `noted`: their number. If there are too
  many, the oldest are forgotten: worlds then agree only with what has been seen since.
- `reader`: 0 in a full state. In a redacted one, and in worlds dealt from it, the seat plus 2, or
  1 for spectators: the journal then names only the cards that the reader saw move. It is -1,
  and nothing is noted, in a state redacted for several readers and in worlds that are only played
  out.
- `dealing`: room to work, empty except while a world is dealt: the rows of `Work`, with a
  number for each card.
"""
