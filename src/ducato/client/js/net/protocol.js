/**
 * The types of docs/protocol.md. There is no code here: change that page first, then this file.
 */

/**
 * @typedef {"row" | "column" | "grid" | "fan" | "stack" | "purse" | "map" | "panel" | "tabs" |
 *   "figure"} Layout
 */
/** @typedef {"hand" | "mine" | "board" | "others" | "market" | "aside"} Role */
/**
 * @typedef {"card" | "token" | "die" | "pawn" | "marker" | "tile" | "counter" | "score" |
 *   "region"} Kind
 */
/**
 * @typedef {"paper" | "wood" | "ink" | "red" | "orange" | "yellow" | "green" | "blue" | "violet" |
 *   "grey"} Tone
 */
/** @typedef {string} Lang a language of the server, such as "it" */

/**
 * @typedef {object} Area
 * @property {string} id
 * @property {Layout} layout
 * @property {string} title
 * @property {string | null} parent
 * @property {number | null} owner
 * @property {Role} role
 * @property {number | null} height of a map, in the same unit as y
 * @property {string | null} backdrop of a map: SVG of the game's own making
 */

/**
 * @typedef {object} Face
 * @property {string} title
 * @property {string} corner
 * @property {string[]} glyphs
 * @property {Tone} tone
 * @property {string[]} lines
 * @property {number | null} count
 * @property {boolean} back
 * @property {boolean} turned
 * @property {string | null} shape of a region: path data in the map's coordinates, or # and the id
 *   of an outline of the game
 * @property {Art | null} art
 * @property {string} unit a glyph: what the number in the corner counts
 * @property {string} reward
 * @property {Need[]} needs
 * @property {Chip[]} chips
 * @property {boolean} muted out of the reader's reach
 * @property {Tone[]} owners
 */

/** @typedef {{layers: string[], sky?: string, ground?: string}} Art */
/** @typedef {{glyph: string, count: number, met?: number, coming?: number}} Need */
/** @typedef {{glyph: string, text: string}} Chip */

/**
 * @typedef {object} Piece
 * @property {string} id
 * @property {Kind} kind
 * @property {string} area
 * @property {number} order
 * @property {Face} face
 * @property {string} label
 * @property {number[]} actions
 * @property {number | null} x
 * @property {number | null} y
 * @property {number[]} path actions to send one after the other
 * @property {[number, number][]} times actions that may be repeated, and how often
 * @property {number[]} potential what clicking it means whenever that is legal
 */

/**
 * What the numbers of one kind mean: on a part of the faces of those pieces whose ids begin so.
 * @typedef {{pieces: string, part: "corner" | "count" | "reward" | "needs" | "chips" |
 *   "title" | "lines" | "glyphs", text: string}} NumberMeaning
 */
/** @typedef {{areas: Area[], pieces: Piece[], numbers: NumberMeaning[]}} Scene */

// As it is sent: whatever has its usual value is left out (scene_changes.js adds it).
/** @typedef {Pick<Area, "id" | "layout"> & Partial<Area>} SentArea */
/**
 * @typedef {Pick<Piece, "id" | "kind" | "area" | "label"> & Partial<Omit<Piece, "face">> & {face:
 *   Partial<Face>}} SentPiece
 */
/**
 * @typedef {{areas: SentArea[], pieces: SentPiece[], numbers?: NumberMeaning[]}} SentScene
 */
/**
 * A row in the list of a game's components.
 * @typedef {{id: string, kind: Kind, name: string, face: Partial<Face>, cells: (number | string)[],
 *   x?: number, y?: number}} ListedComponent
 */
/**
 * @typedef {{edition: string, groups: {id: string, title: string, columns: string[], components:
 *   ListedComponent[]}[]}} ComponentList
 */
/**
 * How a list of what this screen was sent before becomes a new one.
 * @template Thing
 * @typedef {{removed?: string[], put?: [number, Thing][]}} Changed
 */
/** @typedef {{action: number, name: string, label: string, hint?: string | null}} Action */

/**
 * @typedef {object} Result
 * @property {number[]} ranks
 * @property {number[]} returns
 * @property {string} headline
 * @property {{columns: string[], rows: string[][]}} table
 * @property {string} seed
 * @property {string} commitment
 */

/**
 * @typedef {object} View
 * @property {number} seq
 * @property {Scene} scene
 * @property {string} prompt
 * @property {Action[]} legal
 * @property {number[]} to_move
 * @property {number | null} seat
 * @property {boolean} undo
 * @property {Result | null} result
 * @property {{text: string, clause: string | null, number: number, of: number,
 *   goal: string | null} | null} [lesson]
 *   what a first game teaches now
 */

/**
 * One of `scene` and `changes` is there.
 * @typedef {Omit<View, "scene"> & {scene?: SentScene, changes?: {areas?: Changed<SentArea>,
 *   pieces?: Changed<SentPiece>}}} SentView
 */

/**
 * @typedef {{seq: number, actor: number, texts: string[], notes?: string[], joined?: boolean}}
 *   LogEntry notes: on the last line before; joined: it takes the place of the last line
 */
/** @typedef {LogEntry & {view: View | null}} Step the last one of a message always has its view */
/** @typedef {LogEntry & {view: SentView | null}} SentStep */
/**
 * A bot among a certain number of players; seconds: usual time of a decision.
 * @typedef {{rating: number, low: number, high: number, seconds: number}} BotRating
 */
/**
 * @typedef {{seat: number, name: string, kind: "person" | "bot" | "open", bot: string | null,
 *   bot_rating: BotRating | null, substitute: "timed_out" | "resigned" | "invited" | null,
 *   entropy: string | null, present: boolean}} Seat bot: its level; entropy: what its player
 *   contributed to the chance
 */
/**
 * @typedef {{kind: "untimed"} | {kind: "real_time", minutes: number, increment: number} | {kind:
 *   "correspondence", days: number}} TimeControl
 */
/**
 * @typedef {{left: number[], running: number[]}} Clock milliseconds, as of when it was sent
 */
/** @typedef {"correspondence" | "return" | "undo"} Proposal */
/** @typedef {{what: Proposal, seat: number, asked: boolean}} Vote */

/**
 * @typedef {{name: "stronger" | "weaker", bot: string | null, bot_rating: BotRating | null}}
 *   OtherLevel bot: their level, if all have the same
 */

/**
 * @typedef {object} Table
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} edition
 * @property {Seat[]} seats
 * @property {number[]} own the reader's seats
 * @property {boolean} hints whether a bot may be asked for hints here
 * @property {boolean} tries whether lines may be tried here
 * @property {"waiting" | "playing" | "over"} status
 * @property {TimeControl} time_control
 * @property {Clock | null} clock
 * @property {Vote[]} votes
 * @property {string | null} rematch
 * @property {string | null} branch_of the finished game from which this one goes on another way
 * @property {OtherLevel[]} other_levels how the bots of a rematch may differ
 * @property {string} commitment
 * @property {{name: string, label: string}[]} auto_responses
 */

/**
 * @typedef {{type: "welcome", table: Table, hot_seat: boolean, auto_responses: {seat: number,
 *   responses: string[]}[], log: LogEntry[], view: SentView, version?: string}} Welcome version: of
 *   the pages that the server has now; only in the first welcome of a connection
 */
/** @typedef {{type: "view", view: SentView}} ViewMessage */
/** @typedef {{type: "steps", steps: SentStep[], clock?: Clock}} Steps */
/** @typedef {{type: "accepted", id: string, seq: number}} Accepted */
/** @typedef {{type: "rejected", id: string, reason: string, clause: string | null}} Rejected */
/** @typedef {{reason: string, clause: string | null}} Reason */
/**
 * @typedef {{type: "explanation", id: string, piece: string | null, action: number | null, reasons:
 *   Reason[]}} Explanation
 */
/**
 * @typedef {{action: number, wins: number | null, margin: number | null, visits: number,
 *   text: string | null}} Advice wins: of 100 games, give or take the margin; visits: simulations
 */
/** @typedef {{seat: number, text: string}} LineMove */
/**
 * @typedef {{than: string, groups: {text: string, points: number}[]}} Grounds what speaks for the
 *   first choice and, with points below 0, against it, compared with another one
 */
/** @typedef {{choices: Advice[], line: LineMove[], grounds: Grounds | null}} Opinion */
/**
 * @typedef {{type: "hint", id: string, seq: number, seat: number, action: number, text: string} &
 *   Opinion} Hint
 */
/**
 * What this screen's seat sees of the game, as the page on this device reads it.
 * @typedef {{type: "state", id: string, seq: number, seat: number | null, header: object, layout:
 *   string, state: string}} SeenState
 */
/**
 * @typedef {{type: "tried", id: string, seq: number, seat: number, log: LogEntry[], view:
 *   SentView}} Tried
 */
/** @typedef {{type: "replay", id: string, seat: number | null, step: SentStep}} Replay */
/** @typedef {{type: "record", id: string, name: string, lines: string[]}} GameRecord */
/** @typedef {{title: string, values: number[][]}} Series values: at each moment one a seat */
/** @typedef {{type: "chart", id: string, moments: number[], series: Series[]}} Chart */
/** @typedef {"good" | "inaccuracy" | "mistake" | "blunder"} Mark */
/**
 * Numbers are points: chances to win in per cent, and their differences.
 * @typedef {{seq: number, until: number, seat: number, chance: boolean, taken: string | null, best:
 *   string | null, from: number, to: number, swing: number, margin: number}} DecidingMoment
 */
/** @typedef {[number, number]} Part a number, and how far it may be off */
/**
 * @typedef {{seat: number, from: number, to: number, chance: Part, own: Part, others: Part, rest:
 *   Part, decisions: number, lost: Part, marks: Record<Mark, number>}} Account
 */
/**
 * @typedef {{seq: number, seat: number, taken: number, wins: number[], margin: number, lost:
 *   number, lost_margin: number, mark: Mark | null, judged: boolean}} JudgedDecision wins: of all
 *   seats; judged: whether there are details
 */
/**
 * @typedef {{type: "analysis", id: string, state: "done", bot: string, seconds: number,
 *   simulations: number, moments: DecidingMoment[], accounts: Account[], decisions:
 *   JudgedDecision[]}} FoundAnalysis
 */
/**
 * @typedef {{type: "analysis", id: string, state: "off" | "waiting" | "running" | "failed" |
 *   "here", done: number, total: number}} AwaitedAnalysis here: this device is to compute it
 */
/** @typedef {FoundAnalysis | AwaitedAnalysis} GameAnalysis */
/**
 * @typedef {{type: "decision", id: string, pieces: {taken: string[], line: string[][]}} &
 *   JudgedDecision & Opinion} DecisionDetails pieces: on the board, of the choice made and of each
 *   move of the line
 */
/** @typedef {{type: "stale", id: string, seq: number}} Stale */
/** @typedef {{type: "final", id: string, seq: number}} Final a careful action cannot be undone */
/** @typedef {{type: "thinking", seat: number}} Thinking */
/** @typedef {{type: "undone", view: SentView, log: LogEntry[], clock?: Clock}} Undone */
/** @typedef {{type: "table", table: Table}} TableUpdate */
/** @typedef {{type: "announcement", text: string}} Announcement */
/** @typedef {{type: "log", log: LogEntry[]}} OlderLog */
/** @typedef {{type: "pass_screen", seat: number, name: string}} PassScreen */
/**
 * @typedef {{number: number, seat: number | null, name: string, own: boolean, muted: boolean,
 *   blocked: boolean, text: string | null, at: number}} ChatLine
 */
/**
 * @typedef {{type: "chat", can_speak: boolean, spectator: boolean, longest: number, phrases: {name:
 *   string, label: string}[], lines: ChatLine[]}} Chat
 */
/** @typedef {{type: "chat_line", line: ChatLine}} NewChatLine */
/**
 * @typedef {Welcome | Chat | NewChatLine | ViewMessage | Steps | Accepted | Rejected | Explanation
 *   | Hint | SeenState | Tried | Replay | GameRecord | Chart | GameAnalysis | DecisionDetails |
 *   Stale | Final | Thinking | Undone | PassScreen | TableUpdate | Announcement | OlderLog |
 *   {type: "pong"}} ServerMessage
 */

/**
 * What must be answered, before it gets its client-made id.
 * @typedef {{type: "act", seq: number, action: number, careful?: boolean} | {type: "undo", seq:
 *   number} | {type: "ready", seat: number} | {type: "auto_responses", seat: number, responses:
 *   string[]} | {type: "resign"} | {type: "propose", what: Proposal} | {type: "vote", what:
 *   Proposal, seat: number, yes: boolean} | {type: "entropy",
 *   value: string}} GameRequest
 */
/**
 * @typedef {{type: "chat", text: string} | {type: "chat", phrase: string} | {type: "mute", line:
 *   number, on: boolean} | {type: "block", line: number} | {type: "block", seat: number}}
 *   ChatRequest
 */
/**
 * Answered, too, but it changes nothing, so the page does not wait for it.
 * @typedef {{type: "explain", piece?: string, action?: number} | {type: "hint", seq: number} |
 *   {type: "try", seq: number, actions: number[], deal: number} |
 *   {type: "replay", seq: number, seat: number | null} | {type: "export"} |
 *   {type: "chart", here?: boolean} |
 *   {type: "decision", seq: number} | {type: "state"}} Question
 */
/** @typedef {GameRequest | Question | ChatRequest} Request */
/**
 * @typedef {{type: "language", lang: Lang} | {type: "catch_up", seq: number} | {type: "log", seq:
 *   number} | {type: "ping"}} OneWay
 */

export {};
