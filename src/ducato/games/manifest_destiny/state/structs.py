"""The structs of Manifest Destiny: the state of a game, and the edition's numbers and tables."""

from __future__ import annotations

from ducato.core.editions.edition import EditionStruct
from ducato.core.struct import Row, Struct, cards, field
from ducato.games.manifest_destiny.state.tables import (
    ADVANCES,
    BREAKTHROUGH_IDS,
    BREAKTHROUGHS,
    CARD_IDS,
    CARDS,
    CHAIN,
    DICE,
    LEVELS,
    NEIGHBOURS,
    OPERATIONS,
    PAYOUTS,
    PRODUCT_IDS,
    PRODUCTS,
    PROGRESSION_IDS,
    PROGRESSIONS,
    ROWS,
    SEATS,
    SEES,
    TERRITORIES,
    TERRITORY_IDS,
    ZONES,
    Phase,
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
            deck in each zone, with a last row for cards whose deck is not known.
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
    active: int = field("i1")
    chooser: int = field("i1")
    part: int = field("i1")
    back: int = field("i1")
    turn: int = field("i2")
    era: int = field("i1")
    deck_era: int = field("i1")
    transition: int = field("i1")
    era_began: int = field("i1")
    exhausted: int = field("i1")
    recount: int = field("i1")
    announced: int = field("i1")
    destiny_played: int = field("i1")
    cold_war: int = field("i1")
    canal: int = field("i1")
    most_cities: int = field("i1")
    surplus: int = field("i2")
    natives_left: int = field("i1")
    tourism_left: int = field("i1")
    technology_left: int = field("i1")
    order: Row = field("i1", SEATS)
    choice: Row = field("i1", SEATS)
    queue: Row = field("i1", SEATS)

    bank: int = field("i4")
    cash: Row = field("i4", SEATS)
    revealed: Row = field("i4", SEATS)
    reveals: int = field("i1")
    profit: Row = field("i2", SEATS)
    vp: Row = field("i2", SEATS)
    supply: Row = field("i1", SEATS)
    bought: Row = field("i1", SEATS)
    boxed: Row = field("i1", SEATS, 3, axes=(None, ["city", "pioneer", "card"]))
    pioneers: Row = field("i1", SEATS)
    chart: Row = field("i1", SEATS)
    loss: Row = field("i1", SEATS)
    priority: Row = field("i1", SEATS)
    committed: int = field("i1")
    home: Row = field("i1", SEATS, values=TERRITORY_IDS)
    mat: Row = field("i1", SEATS)
    bid: Row = field("i2", SEATS)
    position: Row = field("i1", SEATS)
    limit: Row = field("i1", SEATS)
    highest: Row = field("i1", SEATS)
    advances: Row = field("i4", SEATS)
    levels_done: Row = field("i1", SEATS)
    unity: Row = field("i1", SEATS)
    steps: Row = field("i1", SEATS, BREAKTHROUGHS, axes=(None, BREAKTHROUGH_IDS))
    discount: Row = field("i2", SEATS, PROGRESSIONS, axes=(None, PROGRESSION_IDS))
    licensed: Row = field("i2", SEATS, PROGRESSIONS, axes=(None, PROGRESSION_IDS))
    flags: Row = field("i2", SEATS)
    destiny_right: Row = field("i1", SEATS)
    patriot: Row = field("i1", SEATS)
    immune: Row = field("i1", SEATS)
    discarded: Row = field("i1", SEATS)
    acquired: Row = field("i1", SEATS)
    purchases: Row = field("i1", SEATS)
    researched: Row = field("i1", SEATS)
    partner: Row = field("i1", SEATS)
    proposed: Row = field("i1", SEATS)
    mechanized: int = field("i1")
    redeployed: int = field("i1")
    lifts: int = field("i1")
    joint_asked: int = field("i2")

    owner: Row = field("i1", TERRITORIES, axes=(TERRITORY_IDS,))
    presence: Row = field("i1", TERRITORIES, axes=(TERRITORY_IDS,))
    city: Row = field("i1", TERRITORIES, axes=(TERRITORY_IDS,))
    tourism: Row = field("i1", TERRITORIES, axes=(TERRITORY_IDS,))
    technology: Row = field("i1", TERRITORIES, axes=(TERRITORY_IDS,))
    reach: Row = field(
        "i1", TERRITORIES, axes=(TERRITORY_IDS,), values=[r.name.lower() for r in Reach]
    )

    card: int = field("i1")
    hero: int = field("i1")
    victim: int = field("i1")
    half: int = field("i1")
    step: int = field("i1")
    left: int = field("i1")
    turner: int = field("i1")
    territory: int = field("i1")
    chain: Row = field("i1", CHAIN)
    chain_seat: Row = field("i1", CHAIN)
    chain_length: int = field("i1")
    opposed: int = field("i1")
    asked: int = field("i1")
    answering: int = field("i1")
    verdict: int = field("i1", values=[v.name.lower() for v in Verdict])
    settled: int = field("i1")

    drawer: int = field("i1")
    to_draw: int = field("i1")
    group: int = field("i1")
    exchanged: int = field("i1")

    buying: int = field("i1")
    breakthrough: int = field("i1")
    dice: int = field("i1")
    die: Row = field("i1", DICE)
    defence: int = field("i1")
    defence_die: Row = field("i1", DICE)
    defender: int = field("i1")
    contest: int = field("i1")
    result: int = field("i1")
    units: Row = field("i1", SEATS)
    cities: Row = field("i1", SEATS)
    amount: Row = field("i2", SEATS)

    batch: Row = field("i1", CARDS, axes=(CARD_IDS,))
    zone: Row = cards(CARD_IDS, ZONES, held="held", shown="shown", sees=SEES, classes=("batch",))
    held: Row = field("i1", ROWS, len(ZONES), axes=(None, ZONES))
    shown: Row = field("i1", CARDS, axes=(CARD_IDS,))


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
