"""The structs of Manifest Destiny: the state of a game, and the edition's numbers and tables."""

from __future__ import annotations

from ducato.core.editions.edition import EditionStruct
from ducato.core.memory.dealing import Work
from ducato.core.memory.journal import NUMBERS
from ducato.core.observation import (
    FLAG,
    UNOBSERVED,
    binary,
    bits,
    category,
    scaled,
    seat_bits,
    seat_number,
)
from ducato.core.struct import BY_SEAT, Row, Struct, cards, field

from .tables import (
    ADVANCES,
    BREAKTHROUGH_IDS,
    BREAKTHROUGHS,
    CARD_IDS,
    CARDS,
    CHAIN,
    DICE,
    ERAS,
    LEVELS,
    MOST_TOKENS,
    NEIGHBOURS,
    NOTES,
    OPERATIONS,
    PAYOUTS,
    PRODUCT_IDS,
    PRODUCTS,
    PROGRESSION_IDS,
    PROGRESSIONS,
    ROWS,
    SEATS,
    SEES,
    STEP_NUMBERS,
    TERRITORIES,
    TERRITORY_IDS,
    ZONES,
    Flag,
    Phase,
    Presence,
    Reach,
    Stage,
    Verdict,
)


class State(Struct):
    """The state of a game. Rows of five are by seat, rows of 67 by territory, rows of 64 by card.

    The turn:
        stage, phase: the present phase of the turn, and the next step.
        active: the seat whose part it is, -1 for none; chooser: the seat that decides now; part:
            the place of the active seat in the turn order, from 0. back: the phase after a draw or
            a research roll.
        turn: turns begun; era: the latest era begun, 1 to 3; deck_era: the era of the deck;
            transition: whether the marker stands between two eras [manifest-destiny 6.2];
            era_began: whether the era began in the present Card Play phase.
        exhausted: whether the last card of the last deck was drawn. most_cities: the seat with the
            marker for most cities, -1 for none; recount: whether that marker must be checked
            because cities or their control changed.
        destiny_played: whether a Destiny card was played this turn; cold_war: whether the event of
            Cold War took effect this turn; canal: whether the Panama Canal is open; surplus: the
            products in Surplus (mask).
        order: the seats by position this turn, -1 for a free position; choice: the seats in the
            order in which they choose next; queue: the seats that announced Turn Priority this
            turn; announced: their number.
        bank: the bank's receipts less its payments, so that money is conserved.
    A player:
        cash: the cash, which every seat can work out from the public payments, even if the table
            hides it; revealed: the cash when a card last compared it, -1 for a seat not in the
            game; reveals: the number of such comparisons.
        supply, bought, pioneers, chart, loss, priority: the control tokens in supply, the Purchased
            box, the Pioneer space, the space for claimed Breakthroughs, the Loss Box and the Turn
            Priority box; boxed: those in the boxes for cities, Pioneers and cards. committed: the
            tokens that the active seat has committed to an attack.
        position: the place in the turn order, from 0; mat: the rank in which homes were chosen,
            from 1; limit: the tokens bought this turn, which count towards the limit.
        advances: the advances owned (mask); levels_done: the complete levels already rewarded
            (mask: 1 for level 1, 2 for level 2); unity: whether the seat owned Unity as Investment
            began; steps: the markers on each Breakthrough (masks of the numbers 1 to 5).
        discount: the price reductions by cards on the table; licensed: the part of them that is due
            to Leaders.
        flags: the effects of cards for this turn (mask of `tables.Flag`); highest: the highest card
            number played this turn, 0 for none.
        destiny_right: whether card 14 still allows the seat one more Destiny card; patriot: whether
            Patriotism has allowed it one this turn; immune: the cards that may not name the seat
            this turn (mask: 1 for Civil War, 2 for Spy); discarded: whether the seat has made its
            Storytelling discard of this turn or has lost the right to it.
        acquired: whether the seat has acquired its one Pioneer of this turn; purchases: the kinds
            bought this turn: cities, Pioneers, cards (mask); researched: the research rolls made
            (mask: 1 for the roll of Investment, or a joint claim instead; 2 for the re-roll of
            Innovation; 4 for a roll for a card).
        partner: the partner of this turn, -1 for none; proposed: the seats already asked to be
            partners this turn (mask).
    The active seat in Investment:
        mechanized, redeployed: whether it has used Mechanization and Wireless; lifts: the tokens
            lifted by Wireless; joint_asked: the Breakthroughs whose joint claim it has proposed
            (mask); buying: the kind that it is buying, plus 4 with Mechanization.
        breakthrough: the Breakthrough being researched or claimed, also for a card; -1 for none.
    A territory:
        owner: the seat with a token there, `NATIVES` or `VACANT`; presence: whether the token is
            new or established (`tables.Presence`); city, tourism, technology: the markers there.
        reach: the reason why the active seat, or a card's player for a cession or Lawyer, can go
            there (`tables.Reach`).
    A card being played:
        card, hero, victim: the card, its player and the opponent it names, -1 for none; half:
            whether its event, its payout, both or neither apply; step: the number of operations and
            payouts that are done; left, turner, territory: the progress within the operation or
            competition.
        chain, chain_seat, chain_length: the event and its answers, with their players; opposed,
            asked, answering: the progress of the answers; verdict: the outcome of the answers
            (`tables.Verdict`), until the next card. `asked` also serves the auction of homes,
            Turn Priority and Trustbuster.
        settled: the territory last taken by the card, -1 for none.
    Cards:
        batch: the deck that each card belongs to: its era less 1; held: the number of cards of each
            deck in each zone, with a last row for cards whose deck is not known. journal, noted,
            reader, dealing: the moves of hidden cards (`core.memory`).
    Draws:
        drawer: the seat that draws; to_draw: the number of draws left; group: whether all seats
            draw; exchanged: the seats whose exchange by Think Tank is spent for this turn (mask).
    Dice:
        dice, die: the number and the faces of the dice of an attack, research or Robber Barons, 0
            for a die not yet rolled; defence, defence_die: those of the defender; defender: the
            seat attacked, or `NATIVES`; -1 before the first attack.
        contest: the next step of a competition, or the number of a research die; result: the
            outcome of the last competition: 1 won, 2 lost by the attacker, 0 none.
    Working space:
        units, cities, amount: each player's units and cities in the last count, and the last payout
            that the player received.
    """

    phase: int = field("i1", values=[p.name.lower() for p in Phase])
    stage: int = field("i1", values=[s.name.lower() for s in Stage])
    active: int = field("i1", observed=seat_number(SEATS))
    chooser: int = field("i1", observed=seat_number(SEATS))
    part: int = field("i1", observed=scaled(5))
    back: int = field("i1", observed=category(len(Phase)))
    turn: int = field("i2", observed=scaled(20))
    era: int = field("i1", observed=scaled(ERAS))
    deck_era: int = field("i1", observed=scaled(ERAS))
    transition: int = field("i1", observed=FLAG)
    era_began: int = field("i1", observed=FLAG)
    exhausted: int = field("i1", observed=FLAG)
    recount: int = field("i1", observed=FLAG)
    announced: int = field("i1", observed=scaled(5))
    destiny_played: int = field("i1", observed=FLAG)
    cold_war: int = field("i1", observed=FLAG)
    canal: int = field("i1", observed=FLAG)
    most_cities: int = field("i1", observed=seat_number(SEATS))
    surplus: int = field("i2", observed=bits(PRODUCTS))
    natives_left: int = field("i1", observed=scaled(10))
    tourism_left: int = field("i1", observed=scaled(10))
    technology_left: int = field("i1", observed=scaled(10))
    order: Row = field("i1", SEATS, observed=seat_number(SEATS))
    choice: Row = field("i1", SEATS, observed=seat_number(SEATS))
    queue: Row = field("i1", SEATS, observed=seat_number(SEATS))

    bank: int = field("i4", observed=UNOBSERVED)
    cash: Row = field("i4", SEATS, axes=(BY_SEAT,), observed=scaled(500))
    revealed: Row = field("i4", SEATS, axes=(BY_SEAT,), observed=scaled(500, -1))
    reveals: int = field("i1", observed=scaled(5))
    profit: Row = field("i2", SEATS, axes=(BY_SEAT,), observed=scaled(200))
    vp: Row = field("i2", SEATS, axes=(BY_SEAT,), observed=scaled(60))
    supply: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(30))
    bought: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(30))
    boxed: Row = field(
        "i1", SEATS, 3, axes=(BY_SEAT, ["city", "pioneer", "card"]), observed=scaled(10)
    )
    pioneers: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(5))
    chart: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(10))
    loss: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(10))
    priority: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(2))
    committed: int = field("i1", observed=scaled(5))
    home: Row = field(
        "i1", SEATS, axes=(BY_SEAT,), values=TERRITORY_IDS, observed=binary(TERRITORIES + 1, -1)
    )
    mat: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(SEATS))
    bid: Row = field("i2", SEATS, axes=(BY_SEAT,), observed=scaled(60))
    position: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=category(SEATS))
    limit: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(MOST_TOKENS))
    highest: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=scaled(CARDS))
    advances: Row = field("i4", SEATS, axes=(BY_SEAT,), observed=bits(ADVANCES))
    levels_done: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=bits(2))
    unity: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=FLAG)
    steps: Row = field(
        "i1",
        SEATS,
        BREAKTHROUGHS,
        axes=(BY_SEAT, BREAKTHROUGH_IDS),
        observed=bits(STEP_NUMBERS + 1),
    )
    discount: Row = field(
        "i2", SEATS, PROGRESSIONS, axes=(BY_SEAT, PROGRESSION_IDS), observed=scaled(40)
    )
    licensed: Row = field(
        "i2", SEATS, PROGRESSIONS, axes=(BY_SEAT, PROGRESSION_IDS), observed=scaled(40)
    )
    flags: Row = field("i2", SEATS, axes=(BY_SEAT,), observed=bits(len(Flag)))
    destiny_right: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=FLAG)
    patriot: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=FLAG)
    immune: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=bits(2))
    discarded: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=FLAG)
    acquired: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=FLAG)
    purchases: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=bits(3))
    researched: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=bits(3))
    partner: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=seat_number(SEATS))
    proposed: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=seat_bits(SEATS))
    mechanized: int = field("i1", observed=FLAG)
    redeployed: int = field("i1", observed=FLAG)
    lifts: int = field("i1", observed=scaled(10))
    joint_asked: int = field("i2", observed=bits(BREAKTHROUGHS))

    owner: Row = field(
        "i1", TERRITORIES, axes=(TERRITORY_IDS,), observed=seat_number(SEATS, others=1)
    )
    presence: Row = field(
        "i1", TERRITORIES, axes=(TERRITORY_IDS,), observed=category(2, Presence.NEW)
    )
    city: Row = field("i1", TERRITORIES, axes=(TERRITORY_IDS,), observed=scaled(3))
    tourism: Row = field("i1", TERRITORIES, axes=(TERRITORY_IDS,), observed=scaled(2))
    technology: Row = field("i1", TERRITORIES, axes=(TERRITORY_IDS,), observed=scaled(2))
    reach: Row = field(
        "i1",
        TERRITORIES,
        axes=(TERRITORY_IDS,),
        values=[r.name.lower() for r in Reach],
        observed=FLAG,
    )

    card: int = field("i1", observed=category(CARDS))
    hero: int = field("i1", observed=seat_number(SEATS))
    victim: int = field("i1", observed=seat_number(SEATS))
    half: int = field("i1", observed=category(4))
    step: int = field("i1", observed=scaled(5))
    left: int = field("i1", observed=scaled(10))
    turner: int = field("i1", observed=seat_number(SEATS))
    territory: int = field("i1", observed=category(TERRITORIES))
    chain: Row = field("i1", CHAIN, observed=binary(CARDS + 1, -1))
    chain_seat: Row = field("i1", CHAIN, observed=seat_number(SEATS))
    chain_length: int = field("i1", observed=scaled(CHAIN))
    opposed: int = field("i1", observed=FLAG)
    asked: int = field("i1", observed=seat_bits(SEATS))
    answering: int = field("i1", observed=FLAG)
    verdict: int = field("i1", values=[v.name.lower() for v in Verdict])
    settled: int = field("i1", observed=category(TERRITORIES))

    drawer: int = field("i1", observed=seat_number(SEATS))
    to_draw: int = field("i1", observed=scaled(5))
    group: int = field("i1", observed=FLAG)
    exchanged: int = field("i1", observed=seat_bits(SEATS))

    buying: int = field("i1", observed=scaled(7))
    breakthrough: int = field("i1", observed=category(BREAKTHROUGHS))
    dice: int = field("i1", observed=scaled(DICE))
    die: Row = field("i1", DICE, observed=scaled(6))
    defence: int = field("i1", observed=scaled(DICE))
    defence_die: Row = field("i1", DICE, observed=scaled(6))
    defender: int = field("i1", observed=seat_number(SEATS, others=1))
    contest: int = field("i1", observed=scaled(10))
    result: int = field("i1", observed=category(3))
    units: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=UNOBSERVED)
    cities: Row = field("i1", SEATS, axes=(BY_SEAT,), observed=UNOBSERVED)
    amount: Row = field("i2", SEATS, axes=(BY_SEAT,), observed=UNOBSERVED)

    batch: Row = field("i1", CARDS, axes=(CARD_IDS,))
    zone: Row = cards(
        CARD_IDS,
        ZONES,
        held="held",
        shown="shown",
        sees=SEES,
        classes=("batch",),
        remembered=True,
    )
    held: Row = field("i1", ROWS, len(ZONES), axes=(None, ZONES))
    shown: Row = field("i1", CARDS, axes=(CARD_IDS,))
    journal: Row = field("i1", NOTES, NUMBERS, observed=UNOBSERVED)
    noted: int = field("i2", observed=UNOBSERVED)
    reader: int = field("i1", observed=UNOBSERVED)
    dealing: Row = field("i1", len(Work), CARDS, observed=UNOBSERVED)


class Edition(EditionStruct, package=__package__.rpartition(".")[0]):
    """The parameters of `data/editions.toml`, and the component tables.

    Attributes:
        eras: the eras of a card, a mask with bit 1 for Era 1 and so on; type: the type of a card
            (`tables.Type`).
        op, op_a, op_b: the program of a card; pays: its products, -1 for none, `CHOICE` for one
            named by the player.
        card_discount: a card's discounts on Progressions; leader: whether these are a Leader's.
        targets: whether the card names an opponent; removed: whether it is left out for this number
            of players.
        cost, category: the price and the category of a Progression; vp, level: the points and the
            level of an advance; level_mask: the Progressions of each level (masks); needed: the
            numbers that a Breakthrough needs (mask).
        payout: the amounts by product and level; level 0 pays 0.
        region, control, is_home: the region of a territory, its Control Number, and whether it can
            be a home; coast: its coast (1 Atlantic, 2 Pacific, 0 none); ocean: the ocean of a
            Foreign Market, numbered likewise; produces: its units of each product; land, ferry: its
            neighbours, -1 after the last.
        rail: the number of the connected part of its region that a territory belongs to.
        closed: whether the territory is closed for this number of players.
        sets: the territories that a card lets a player take, by `tables.TakeSet`; dust: those of
            Dust Bowl.
        limits: the tokens that may be bought, by position; safety: the amounts of the safety net,
            by rank.
    """

    eras: Row = field("i1", CARDS)
    type: Row = field("i1", CARDS)
    leader: Row = field("i1", CARDS)
    targets: Row = field("i1", CARDS)
    removed: Row = field("i1", CARDS)
    op: Row = field("i1", CARDS, OPERATIONS)
    op_a: Row = field("i1", CARDS, OPERATIONS)
    op_b: Row = field("i1", CARDS, OPERATIONS)
    pays: Row = field("i1", CARDS, PAYOUTS)
    card_discount: Row = field("i1", CARDS, PROGRESSIONS)
    cost: Row = field("i2", PROGRESSIONS)
    vp: Row = field("i1", ADVANCES)
    level: Row = field("i1", ADVANCES)
    category: Row = field("i1", PROGRESSIONS)
    level_mask: Row = field("i4", LEVELS)
    needed: Row = field("i1", BREAKTHROUGHS)
    payout: Row = field("i2", PRODUCTS, 7, axes=(PRODUCT_IDS, None))
    region: Row = field("i1", TERRITORIES)
    control: Row = field("i1", TERRITORIES)
    coast: Row = field("i1", TERRITORIES)
    ocean: Row = field("i1", TERRITORIES)
    is_home: Row = field("i1", TERRITORIES)
    closed: Row = field("i1", TERRITORIES)
    rail: Row = field("i1", TERRITORIES)
    land: Row = field("i1", TERRITORIES, NEIGHBOURS)
    ferry: Row = field("i1", TERRITORIES, 2)
    produces: Row = field("i1", TERRITORIES, PRODUCTS, axes=(TERRITORY_IDS, PRODUCT_IDS))
    sets: Row = field("i1", 4, TERRITORIES)
    dust: Row = field("i1", TERRITORIES)
    limits: Row = field("i1", SEATS)
    safety: Row = field("i2", SEATS)
