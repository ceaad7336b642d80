/**
 * The types of docs/http.md. There is no code here: the server documents them, and this file
 * follows.
 */

/** @typedef {import("./protocol.js").Art} Art */
/** @typedef {import("./protocol.js").BotRating} BotRating */
/** @typedef {import("./protocol.js").Lang} Lang */
/** @typedef {import("./protocol.js").TimeControl} TimeControl */

/**
 * @typedef {object} GameOption
 * @property {string} name
 * @property {"bool" | "int" | "choice"} type
 * @property {boolean | number | string} default
 * @property {Record<string, boolean | number | string>} by_players defaults for some numbers of
 *   players
 * @property {(string | {name: string, title: string})[] | null} [choices]
 * @property {[number, number] | null} [range]
 * @property {string} about
 */

/**
 * @typedef {{name: string, title: string, about: string, by_players: Record<string,
 *   Record<string, boolean | number | string>>}} Edition by_players: what it sets other than the
 *   options' defaults
 */

/**
 * A level of a game; ratings: by number of players, where they were measured.
 * @typedef {{name: string, title: string, ratings: Record<string, BotRating>}} Bot
 */
/**
 * The level suggested to the reader for a number of players, by so many games of theirs.
 * @typedef {{players: number, bot: string, games: number, won: number, against: string | null}}
 *   SuggestedLevel
 */

/**
 * @typedef {object} Game
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} credit
 * @property {number[]} players
 * @property {Edition[]} editions
 * @property {GameOption[]} options
 * @property {Bot[]} bots
 * @property {{cloth: string, minutes: number, weight: string, lesson_minutes: number, pictures:
 *   Art[]}} facts
 * @property {boolean} lesson whether it has a first game that teaches
 * @property {boolean} rules whether it has a rulebook
 * @property {boolean} balance whether it has a report of the lab
 * @property {string | null} unavailable the package it came with, if it cannot be played
 */

/**
 * @typedef {{id: string, game: string, title: string, names: string[], updated: number, finished:
 *   boolean, open: number, mine: boolean, own: number[], public: boolean, time_control:
 *   TimeControl, to_move: string | null, your_turn: boolean, due: number | null, steps:
 *   number}} OpenTable
 */
/**
 * @typedef {{id: string, name: string, token?: string}} BotAccount token: shown once, when it is
 *   made
 */
/**
 * @typedef {{game: string, title: string, points: number, spread: number, games: number}}
 *   PersonRating
 */
/**
 * @typedef {{rated: boolean, shown: boolean, public: boolean, url: string | null, language: Lang |
 *   null, turn_reminders: string, visible_online: boolean}} Preferences
 */
/**
 * @typedef {{id: string, title: string, seats: {name: string, rank: number | null, own: boolean}[],
 *   updated: number, finished: boolean, rated: boolean}} OwnTable updated: milliseconds since 1970
 */
/**
 * @typedef {{name: string, has_name: boolean, email: string | null, preferences: Preferences,
 *   ratings: PersonRating[], tables: OwnTable[]}} Profile
 */
/**
 * @typedef {{name: string, ratings: PersonRating[], tables: {title: string, players: number, rank:
 *   number, updated: number, rated: boolean}[]}} PublicProfile
 */
/** @typedef {{at: number, points: number, spread: number}} RatingPoint after a game */
/**
 * @typedef {{game: string, title: string, before: number, before_spread: number, curve:
 *   RatingPoint[]}} RatingCurve
 */
/**
 * @typedef {{name: string, own: boolean, ratings: RatingCurve[], seasons: {season: string, game:
 *   string, title: string, rank: number, ranked: number}[], games: {game: string, title: string,
 *   played: number, won: number, beaten: number}[], against: {game: string, title: string, two:
 *   boolean, ahead: number, level: number, behind: number}[], opponents: {name: string, url: string
 *   | null, played: number, ahead: number, level: number, behind: number}[]}} PersonResults
 */
/** @typedef {{value: number, low: number, high: number}} Measured with a 95 % interval */
/**
 * @typedef {{decisions: number, games: {game: string, title: string, favourites: {name: string,
 *   games: number, own: Measured, others: Measured, lift: Measured, result: Measured}[]}[]}}
 *   PersonOpenings
 */
/**
 * @typedef {{rank: number, name: string, url: string, points: number, spread: number, score:
 *   number, games: number, own: boolean}} RankedPerson
 */
/**
 * @typedef {{season: string, ends: number, least_games: number, games: {game: string, title:
 *   string, entries: RankedPerson[]}[]}} Leaderboards
 */
/**
 * @typedef {{game: string, title: string, season: string, ends: number, final: boolean, seasons:
 *   string[], least_games: number, entries: RankedPerson[], own: {games: number, visible: boolean,
 *   rank: number | null} | null}} Leaderboard
 */
/**
 * @typedef {{rated: boolean | null, seats: {seat: number, points: number | null, spread: number |
 *   null, url: string | null}[]}} TablePeople
 */
/**
 * @typedef {{id: string, url: string, title: string, name: string | null, own: boolean, names:
 *   string[], updated: number, game: string, time_control: TimeControl, tournament: string | null,
 *   round: number}} Invitation updated: milliseconds since 1970; tournament: its name
 */
/**
 * @typedef {{game: string, players: number, time_control: TimeControl, waiting: number}}
 *   WaitingPeople
 */
/**
 * @typedef {{person: string, name: string, relation: "friends" | "asked" | "asking", online:
 *   boolean, playing: string | null, url: string | null}} FriendEntry person: a handle
 */
/**
 * @typedef {{person: string, name: string, title: string, at: number, relation: "none" | "friends"
 *   | "asked" | "asking"}} OpponentEntry person: a handle
 */
/** @typedef {{friends: FriendEntry[], opponents: OpponentEntry[]}} KnownPeople */
/**
 * @typedef {{id: string, url: string, name: string, own: boolean, game: string, title: string,
 *   players: number, bots: number, time_control: TimeControl, once: boolean, accepted: number,
 *   expires: number}} ChallengeEntry expires: milliseconds since 1970
 */
/**
 * @typedef {{searching: boolean, url: string | null, title: string | null, players: number,
 *   time_control: TimeControl | null, waited: number, waiting: number}} SearchState waited: seconds
 */
/** @typedef {"organiser" | "member" | "asking"} GroupRole */
/**
 * @typedef {{id: string, url: string, name: string, role: GroupRole, members: number}} OwnGroup
 */
/**
 * @typedef {{id: string, name: string, description: string, role: GroupRole | null, size: number,
 *   link: string | null, members: {person: string, name: string, role: GroupRole, own:
 *   boolean}[], tables: {id: string, url: string, title: string, names: string[], open: number,
 *   public: boolean}[]}} GroupPage
 */
/**
 * @typedef {{name: string, points: number, spread: number, games: number, own: boolean}}
 *   RankedMember
 */
/**
 * @typedef {{id: string, url: string, name: string, game: string, title: string, format: string,
 *   time_control: TimeControl, status: string, entry_open: boolean, entrants: number,
 *   most_entrants: number, round: number, starts: number | null}} TournamentEntry
 */
/**
 * @typedef {{number: number, name: string, left: boolean, rank: number, points: number, tie_breaks:
 *   number[], played: number, won: number}} TournamentEntrant
 */
/**
 * @typedef {{number: number, status: "bye" | "waiting" | "playing" | "over", table: string | null,
 *   seats: {entrant: number, rank: number | null, points: number | null, forfeit: boolean}[]}}
 *   TournamentBoard
 */
/**
 * @typedef {{id: string, name: string, game: string, title: string, players: number[], format:
 *   string, rounds: number, time_control: TimeControl, round_minutes: number | null, most_entrants:
 *   number, accounts_only: boolean, bots: boolean, late_round: number, starts: number | null,
 *   entry_open: boolean, status: string, round: number, round_ends: number | null, revision:
 *   number, tie_breaks: string[], entrants: TournamentEntrant[], boards: {number: number, boards:
 *   TournamentBoard[]}}} TournamentState
 */
/**
 * The reader's part in a tournament; table: where they are to play now.
 * @typedef {{status: string, round: number, revision: number, host: boolean, entrant: number |
 *   null, left: boolean, board: number | null, table: string | null}} OwnTournament
 */
/** @typedef {{error: string, choices?: string[] | null, field?: string | null}} ApiError */

export {};
