"""The table in a real browser: games at one screen, restarts, languages, sizes, undo, walks."""

from __future__ import annotations

import json
import random
import re
import zlib
from typing import TYPE_CHECKING, Any

import pytest
from tests.support.live_server import (
    ANNA,
    ANSWERED,
    BRUNO,
    CHOICES,
    DESK,
    GREEDY,
    MOST_MOVES,
    PATIENCE,
    PHONE,
    SEQ,
    SPEED,
    WAITING,
    LiveServer,
    OpenTable,
    box,
    click_something,
    create_table,
    expect,
    focus_settles,
    focused,
    frames,
    played,
)
from tests.support.scene_replica import SceneReplica, complete_message

from ducato.bots.warmup import kind_of, warm_up
from ducato.core.game import all_games, load
from ducato.core.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, WebSocket


LOG_LINES = "#log-list li[data-seq]"
"""The lines of the log without the one that divides them."""


def texts(locator: Locator) -> list[str]:
    return locator.all_inner_texts()


def sits_with_a_hand(page: Page, server: LiveServer) -> None:
    """Begin a game of a set deal: after others, a forced sale may have emptied the hand."""
    page.goto(create_table(server, played("magnate", 2, 0), page, "greedy"))
    page.wait_for_selector(WAITING)


def test_the_end_of_a_game(screen: Page, server: LiveServer):
    """Whole games are played in `test_whole_games`."""
    screen.set_viewport_size(DESK)
    screen.goto(create_table(server, played("magnate", 2, 0.8), screen, bot="greedy"))
    rng = random.Random(1)
    assert any(not click_something(screen, rng) for _ in range(MOST_MOVES))
    result = screen.locator("#result")
    assert result.locator("h2").inner_text() in ("You win!", "You lose", "Draw")
    assert "wins" in result.inner_text() or "Draw" in result.inner_text()
    assert result.evaluate("(sheet) => sheet.getBoundingClientRect().left > innerWidth / 2")
    assert result.locator(".chart option").first.inner_text()
    rows = texts(result.locator("table:not(#chart table) tbody th"))
    assert len(rows) >= 5  # the districts
    assert texts(result.locator(".ranking li"))[0].split()[0] == "1"
    expect(screen.locator("#chart .line")).to_have_count(2, timeout=PATIENCE)
    expect(screen.locator("#chart .turning h4")).to_be_visible(timeout=PATIENCE)
    expect(screen.locator("#chart .luck dd")).to_have_count(4)
    screen.get_by_text("As a table").click()
    screen.locator("#chart tbody tr").nth(10).wait_for()
    screen.get_by_text("Verify dice and shuffles").click()
    with screen.expect_download() as downloading:
        screen.get_by_text("Download game").click()
    record = downloading.value.path().read_text("utf-8").splitlines()
    assert Match.from_lines(record).is_over()
    screen.get_by_role("button", name="Look at the table").click()
    assert not result.is_visible()
    assert screen.locator("#log-list li").count() > 30
    screen.reload()
    screen.get_by_role("button", name="Result", exact=True).click()
    assert texts(result.locator("table:not(#chart table) tbody th")) == rows


def test_two_people_at_one_screen_by_keyboard(screen: Page, open_table: OpenTable):
    """Whole games are played in `test_whole_games`."""
    open_table(ANNA, BRUNO)
    curtains = choices = 0
    while curtains < 4 or choices < 12:
        screen.wait_for_selector(WAITING)
        focus_settles(screen)
        assert not screen.locator("#result[open]").count()
        if screen.locator("#pass-screen[open]").count():
            curtains += 1
            hand = screen.locator(".role-hand .act")
            screen.keyboard.press("Escape")  # must not lift the curtain
            assert screen.locator("#pass-screen[open]").count()
            assert hand.count() == 0
            if focused(screen) != "pass screen":
                screen.keyboard.press("Tab")
            assert focused(screen) == "pass screen"
            screen.keyboard.press("Enter")
            screen.wait_for_selector("#pass-screen", state="hidden")
            continue
        for _ in range(60):
            if focused(screen) == "choice":
                break
            screen.keyboard.press("Tab")
        assert focused(screen) == "choice"
        seq = screen.evaluate(SEQ)
        screen.keyboard.press("Enter")
        choices += 1
        screen.wait_for_function(ANSWERED, arg=seq)
        if focused(screen) == "menu":
            screen.keyboard.press("ArrowDown")  # to the second of several
            screen.keyboard.press("Enter")


@pytest.mark.own_server
def test_the_game_goes_on_after_a_reload_and_after_a_restart(
    screen: Page, server: LiveServer, open_table: OpenTable
):
    open_table(ANNA, GREEDY)
    rng = random.Random(2)
    for _ in range(5):
        assert click_something(screen, rng)
    screen.wait_for_selector(WAITING)
    prompt, log = screen.inner_text("#prompt"), texts(screen.locator(LOG_LINES))
    screen.reload()
    screen.wait_for_selector(WAITING)
    assert screen.inner_text("#prompt") == prompt
    assert texts(screen.locator(LOG_LINES)) == log

    server.stop()
    screen.wait_for_selector("#connection[data-state=lost]")
    assert not screen.locator("body.ready").count()
    assert "lost" in screen.inner_text("#connection")
    server.start()
    screen.wait_for_selector("#connection[data-state=open]", state="attached")
    for _ in range(5):
        assert click_something(screen, rng)
    screen.wait_for_selector(WAITING)
    assert texts(screen.locator(LOG_LINES))[: len(log)] == log


def test_the_language_changes_at_once(screen: Page, server: LiveServer):
    sits_with_a_hand(screen, server)
    english = screen.inner_text("#prompt")
    labels = screen.locator(".role-hand .piece [aria-label]").first
    seen = {english}, {labels.get_attribute("aria-label")}
    screen.evaluate("document.body.dataset.same = 'page'")
    for code, title in (("it", "Cronaca"), ("es", "Historial")):
        screen.get_by_role("button", name={"it": "Settings", "es": "Impostazioni"}[code]).click()
        screen.locator("#language").select_option(code)
        screen.wait_for_selector(f"html[lang={code}]")
        screen.wait_for_function(
            "seen => !seen.includes(document.getElementById('prompt').textContent)", arg=[*seen[0]]
        )
        seen[0].add(screen.inner_text("#prompt"))
        seen[1].add(labels.get_attribute("aria-label"))
        assert title in (screen.locator("#tab-log").text_content() or "")
        screen.keyboard.press("Escape")
    assert len(seen[0]) == len(seen[1]) == 3
    assert screen.evaluate("document.body.dataset.same") == "page"
    assert click_something(screen, random.Random(3))


def test_a_choice_can_be_taken_back(screen: Page, open_table: OpenTable):
    open_table(ANNA, GREEDY)
    rng = random.Random(7)
    for _ in range(MOST_MOVES):
        screen.wait_for_selector(WAITING)
        before = screen.inner_text("#prompt"), screen.locator(CHOICES).count()
        assert click_something(screen, rng)
        screen.wait_for_selector(WAITING)
        if screen.locator("#undo:visible").count():
            break
    screen.get_by_role("button", name="Undo").click()
    screen.wait_for_function(
        "words => document.getElementById('prompt').textContent === words", arg=before[0]
    )
    screen.wait_for_selector(WAITING)
    assert screen.locator(CHOICES).count() == before[1]


def test_what_the_server_refuses_is_said(screen: Page, open_table: OpenTable):
    """Two windows of one player are open: the older one hears that it is out of date."""
    screen.context.add_init_script(
        """(() => {
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (data) {
                const message = JSON.parse(data);
                if (message.type === "act" && window.wrong) {
                    message[window.wrong] -= 1;
                    window.wrong = "";
                }
                return send.call(this, JSON.stringify(message));
            };
        })()"""
    )
    open_table(ANNA, GREEDY)
    screen.evaluate("window.wrong = 'seq'")
    screen.locator(CHOICES).first.click()
    assert "moved on" in screen.inner_text(".announcement")
    assert click_something(screen, random.Random(4))


@pytest.mark.own_server
def test_the_lobby_lists_tables(new_screen: Callable[[], Page], server: LiveServer):
    """One's own, and the public tables of others."""
    anna, bruno = new_screen(), new_screen()
    seats = [ANNA, {"kind": "open"}]
    wanted = {"game": "magnate", "seats": seats, "public": True}
    assert anna.request.post(f"{server.address}/api/tables", data=wanted).ok
    for screen, own, others in ((anna, 1, 0), (bruno, 0, 1)):
        screen.goto(server.address)
        expect(screen.locator("#own-tables li")).to_have_count(own)
        expect(screen.locator("#public-tables li")).to_have_count(others)
    expect(bruno.locator("#public-tables li")).to_contain_text("Anna")


def test_the_address_chooses_in_the_lobby(screen: Page, server: LiveServer):
    screen.goto(f"{server.address}/?game=magnate&edition=spanish&players=2&courts=True")
    screen.wait_for_selector("#options-mark:visible")
    assert screen.locator("[name=edition]:checked").input_value() == "spanish"
    assert not screen.locator("#options").is_visible()
    screen.locator("#options-part summary").click()
    assert screen.locator("[name='option.courts']").is_checked()
    assert screen.inner_text("#options-mark") == "changed: 1"
    screen.locator("[name='option.courts']").uncheck()
    assert not screen.locator("#options-mark").is_visible()


def test_options_start_from_what_holds_for_so_many_players(screen: Page, server: LiveServer):
    screen.goto(f"{server.address}/?game=fantasy-market&players=3&edition=tuned")
    screen.wait_for_selector("#options-part")
    screen.locator("#options-part summary").click()
    tiles = screen.locator("[name='option.start_tiles']")
    assert tiles.input_value() == "3"
    screen.locator("[name='option.hero_start_gold']").fill("8")
    screen.locator("[name=players]").select_option("6")
    assert tiles.input_value() == "2"
    assert screen.locator("[name='option.hero_start_gold']").input_value() == "8"
    assert screen.inner_text("#options-mark") == "changed: 1"


@pytest.mark.slow
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("game", all_games())
def test_every_game_opens_and_plays(screen: Page, server: LiveServer, game: str, size: Any):
    """Each game opens from the first page, with first-level bots, in a small and a large window."""
    first_level = next(iter(all_games()[game].levels.values()))
    warm_up(kind_of(first_level), load(game))  # which takes longer than a page may
    screen.set_viewport_size(size)
    screen.goto(f"{server.address}/?game={game}")
    screen.wait_for_selector("#start:visible")
    for bot in screen.locator("#seats select[aria-label=Level]").all():
        bot.select_option(index=0)
    assert beyond_the_window(screen) == []
    screen.locator("#start").click()
    screen.wait_for_selector(WAITING)
    rng = random.Random(5)
    for _ in range(5):
        assert beyond_the_window(screen) == []
        if not click_something(screen, rng):
            break
    screen.wait_for_selector(WAITING)
    assert screen.locator(".piece [aria-label='']").count() == 0
    hand = screen.locator("#own .piece .body:visible").first.bounding_box()
    assert hand is not None
    assert hand["y"] + hand["height"] <= size["height"]  # the player's own goods are in view


def beyond_the_window(page: Page) -> list[str]:
    """Return the elements that make the page wider than the window."""
    found: list[str] = page.evaluate(
        """() => {
            const root = document.documentElement;
            if (root.scrollWidth <= root.clientWidth) return [];
            const beyond = [...document.querySelectorAll("body *")]
              .filter((node) => node.getBoundingClientRect().right > root.clientWidth)
              .map((node) => `${node.tagName}#${node.id}.${node.getAttribute("class")}`);
            return [`${root.scrollWidth} pixels`, ...beyond];
        }"""
    )
    return found


def test_on_a_phone_half_of_the_screen_is_the_board(screen: Page, open_table: OpenTable):
    screen.set_viewport_size(PHONE)
    open_table(ANNA, GREEDY)
    free = "document.getElementById('dock').getBoundingClientRect().top"
    assert screen.evaluate(free) >= PHONE["height"] / 2 + 50  # and 50 for the head
    screen.locator("#show-side-panel").click()
    assert screen.locator("#log-list").is_visible()
    screen.locator(".close-sheet").click()
    screen.wait_for_selector("#log-list", state="hidden")
    screen.set_viewport_size(DESK)
    assert not screen.locator(".close-sheet").is_visible()  # the panel stands beside the board


def test_effects_and_brackets_are_set_as_in_print(screen: Page, server: LiveServer):
    """A card's effects are set apart; no blank stands inside the brackets of a number."""
    screen.goto(create_table(server, played("manifest-destiny", 3, 0.2), screen, bot="random"))
    screen.wait_for_selector(WAITING)
    assert re.fullmatch(r"All actions \(\d+\)", screen.locator("#all-actions summary").inner_text())
    drawn = """async ([lines]) => {
      const { card } = await import("/static/js/board/card_face.js");
      const { completeFace } = await import("/static/js/state/scene_changes.js");
      const face = completeFace({ title: "Spy", lines });
      return [...card(face).querySelectorAll(".note")].map((line) => line.textContent);
    }"""
    lines = screen.evaluate(drawn, [["Your Profit +$10", "Pays out Textiles and Tobacco"]])
    assert " ".join(lines) == "Your Profit +$10\u00a0· Pays out Textiles and Tobacco"
    gap = """() => Math.min(...[...document.querySelectorAll(".corner + .note")]
      .filter((note) => note.checkVisibility() && note.closest("svg").viewBox.baseVal.height === 32)
      .map((note) => {
        const [number, words] = [note.previousElementSibling.getBBox(), note.getBBox()];
        return words.x - number.x - number.width;
      }))"""
    assert 1 <= screen.evaluate(gap) < 20


def test_steps_are_told_one_after_the_other(screen: Page, open_table: OpenTable):
    """With motion, the texts of each beat stay as a caption until the next one."""
    screen.context.add_init_script(SPEED % "fast")
    screen.context.add_init_script(
        """addEventListener("DOMContentLoaded", () => {
            window.captions = [];
            const told = document.getElementById("narration");
            if (told) new MutationObserver(() => {
                const words = told.classList.contains("caption") ? told.textContent : "";
                if (words && window.captions.at(-1) !== words) window.captions.push(words);
            }).observe(told, {attributes: true, childList: true});
        })"""
    )
    open_table(ANNA, GREEDY, hand_size=1)
    rng = random.Random(6)
    for _ in range(MOST_MOVES):
        click_something(screen, rng)
        captions = screen.evaluate("window.captions")
        if sum("Cosimo" in words for words in captions) >= 2:
            break
    assert sum("Cosimo" in words for words in captions) >= 2, json.dumps(captions)


PLAYED = """async () => {
    const { StepPlayer } = await import("/static/js/beats/step_player.js");
    const told = [], shown = [];
    const player = new StepPlayer({
      narrate: ({ steps }) => told.push(...steps.map(({ seq }) => seq)),
      show: ([{ seq }], last, dropped) => new Promise((lies) => shown.push({ seq, lies, dropped })),
      brief: () => false,
      others: () => 1,
      mark: () => {},
    });
    const frames = async () => {
      for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame);
    };
    const step = (seq, text) => ({ seq, actor: seq, texts: text ? [text] : [], view: null });
    const text = "words";
    %s
}"""
"""Put steps, each a turn, on a stage that shows each of them until `lies` is called."""


def test_a_step_that_was_dropped_is_neither_told_nor_shown(screen: Page, server: LiveServer):
    """One step is shown, one has left the queue and waits for it, one waits in the queue."""
    screen.context.add_init_script(SPEED % "slow")
    screen.goto(server.address)
    found = screen.evaluate(
        PLAYED
        % """player.push([1, 2, 3].map((seq) => step(seq, text)));
        await frames();
        const untold = player.clear().map(({ seq }) => seq);
        player.push([step(4, text)]);
        shown[0].lies();
        await frames();
        return [untold, told, shown.map(({ seq, dropped }) => [seq, dropped()])];"""
    )
    assert found == [[2, 3], [1, 4], [[1, True], [4, False]]]


@pytest.mark.parametrize(
    "drop",
    ["player.clear(); shown[0].lies();", "shown[0].lies(); await frames(); player.clear();"],
    ids=["that still moves", "that is read"],
)
def test_nobody_waits_for_a_step_that_was_dropped(screen: Page, server: LiveServer, drop: str):
    screen.context.add_init_script(SPEED % "slow")
    screen.goto(server.address)
    work = f"""player.push([step(1, text)]);
        await frames();
        {drop}
        player.push([step(2)]);
        await frames();
        return told;"""
    assert screen.evaluate(PLAYED % work) == [1, 2]


BEATS = """([mine, ...turns]) => {
    const { scene, ...view } = ducato.state.shown;
    const steps = turns.map(({ actor, text, joined }, n) => {
      const last = n === turns.length - 1;
      const next = { ...view, seq: view.seq + n + 1, changes: {}, legal: last ? view.legal : [] };
      const pieces = scene.pieces.map((piece) => [0, { ...piece, actions: [] }]);
      if (!last && n === 0) next.changes = { pieces: { put: pieces.reverse() } };
      if (last && n > 0) next.changes = { pieces: { put: scene.pieces.map((piece) => [0, piece])
        .reverse() } };
      return { seq: next.seq, actor, texts: [text], joined, view: next };
    });
    return ducato.receive({ type: "steps", steps });
}"""
"""Send the page steps of others, after which the reader has the same choices as before."""
TURNS = [{}, *({"actor": 1, "text": f"told {n}"} for n in range(1, 7))]


def test_a_turn_has_three_beats_and_a_key_completes_each(screen: Page, open_table: OpenTable):
    screen.context.add_init_script(SPEED % "normal")
    open_table(ANNA, GREEDY)
    screen.evaluate("localStorage.setItem('ducato.speed', 'slow')")
    caption = screen.locator("#narration")
    screen.evaluate(BEATS, TURNS)
    expect(caption).to_have_text("told 1")
    screen.locator("#title").click()
    expect(caption).to_have_text("told 2")
    screen.evaluate("document.activeElement.blur()")
    screen.keyboard.press(" ")
    expect(caption).to_have_text("told 3 told 4 told 5 told 6")
    expect(screen.locator("body.ready.my-turn")).to_have_count(1)
    expect(caption).to_have_text("told 3 told 4 told 5 told 6")  # while one may act


def test_the_caption_counts_like_the_log(screen: Page, open_table: OpenTable):
    """A step that describes the one before as well takes its place."""
    screen.context.add_init_script(SPEED % "slow")
    open_table(ANNA, GREEDY)
    screen.evaluate(BEATS, [*TURNS, {"actor": 1, "text": "told 6 and 7", "joined": True}])
    expect(screen.locator("#narration")).to_have_text("told 3 told 4 told 5 told 6 and 7")


def test_a_click_while_others_are_shown_only_ends_the_showing(screen: Page, server: LiveServer):
    screen.context.add_init_script(SPEED % "slow")
    sits_with_a_hand(screen, server)
    screen.evaluate(
        """() => {
            const { send } = WebSocket.prototype;
            window.sent = [];
            WebSocket.prototype.send = function (text) { sent.push(text); send.call(this, text); };
        }"""
    )
    screen.evaluate(BEATS, TURNS)
    screen.wait_for_function("() => ducato.state.shown.seq < ducato.state.newest.seq")
    expect(screen.locator("#own .can > .act, #buttons .action")).to_have_count(0)
    hand = box(screen.locator("#own .role-hand .piece").first)
    screen.mouse.click(hand["x"] + 8, hand["y"] + 8)
    screen.wait_for_function("() => ducato.state.shown === ducato.state.newest")
    screen.locator("#own .can > .act").first.wait_for()
    frames(screen)
    assert screen.locator("[role=menu]").count() == 0
    assert not screen.evaluate("window.sent.some((text) => text.includes('\"act\"'))")


ROLLS = """async () => {
    const { scene, ...view } = window.before = ducato.state.shown;
    const busy = new Set(scene.pieces.flatMap((one) => one.actions.length ? [one.area] : []));
    const { area } = scene.pieces.find((one) => !busy.has(one.area)); // where all stays
    const die = { id: "die", kind: "die", area, label: "a 6", face: { title: "6" } };
    const steps = [{ pieces: { put: [[0, die]] } }, {}, {}].map((changes, n) => {
      const seq = view.seq + n + 1;
      const next = { ...view, seq, legal: [], changes };
      return { seq, actor: -1, texts: [`told ${n + 1}`], view: next };
    });
    await ducato.receive({ type: "steps", steps });
}"""
"""Send the page three steps, the first of which rolls a die that was not there."""
LATER = """(after) => {
    const { scene, ...view } = window.before;
    const next = { ...view, seq: view.seq + after, changes: {} };
    const step = { seq: next.seq, actor: -1, texts: ["told later"], view: next };
    return ducato.receive({ type: "steps", steps: [step] });
}"""
"""Send the page one more step."""
ROLLING = "() => document.querySelector('[data-piece=die]')?.getAnimations({subtree: true}).length"


def test_what_was_taken_back_while_dice_rolled_is_not_shown(screen: Page, open_table: OpenTable):
    screen.context.add_init_script(SPEED % "slow")
    open_table(ANNA, GREEDY)
    screen.evaluate(ROLLS)
    screen.wait_for_function(ROLLING)
    screen.evaluate("""() => ducato.receive({ type: "undone", log: [], view: window.before })""")
    screen.wait_for_function("() => ducato.state.shown.seq === window.before.seq")
    screen.evaluate(LATER, 1)  # is told after all that waits
    expect(screen.locator("#log-list [data-seq]")).to_have_text(["told later"])
    assert screen.locator("[data-piece=die]").count() == 0


def test_who_looks_back_while_dice_roll_finds_the_story_told(screen: Page, open_table: OpenTable):
    screen.context.add_init_script(SPEED % "slow")
    open_table(ANNA, GREEDY)
    screen.evaluate(ROLLS)
    screen.wait_for_function(ROLLING)
    screen.evaluate("() => ducato.openReplay(window.before.seq)")
    story = screen.locator("#log-list [data-seq]")
    assert story.all_text_contents()[-3:] == ["told 1", "told 2", "told 3"]
    expect(screen.locator("[data-piece=die]")).to_have_count(0)
    screen.evaluate(LATER, 4)  # is told after all that waits
    expect(story.last).to_have_text("told later")
    assert story.all_text_contents()[-4:] == ["told 1", "told 2", "told 3", "told later"]
    assert screen.locator("[data-piece=die]").count() == 0


def test_a_new_die_looks_like_one(screen: Page, open_table: OpenTable):
    """The die is laid down and rolls before the rest of the scene is shown."""
    open_table(ANNA, GREEDY)
    screen.evaluate(ROLLS)
    expect(screen.locator("[data-piece=die]")).to_have_class(re.compile(r"^piece kind-die\b"))


def test_an_undo_leaves_a_long_story_whole(
    screen: Page, open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
):
    open_table(ANNA, GREEDY)
    story, rng = screen.locator("#log-list [data-seq]"), random.Random(7)
    screen.wait_for_function("() => ducato.log.entries[0]?.seq === 1")  # the beginning comes later
    for _ in range(MOST_MOVES):
        screen.wait_for_selector(WAITING)
        before = story.all_text_contents()
        assert click_something(screen, rng)
        screen.wait_for_selector(WAITING)
        if screen.locator("#undo:visible").count():
            break
    monkeypatch.setattr("ducato.table.updates.LOG", 4)  # now this is a long one
    screen.get_by_role("button", name="Undo").click()
    expect(screen.locator("#narration")).to_have_text("The last move was undone.")
    expect(story).to_have_text(before)
    known = screen.evaluate("ducato.log.entries.map(({ seq }) => seq)")
    assert known == list(range(1, len(known) + 1))  # for looking back, and for the chart


def test_what_was_asked_for_before_an_undo_is_not_told_twice(screen: Page, open_table: OpenTable):
    """The page had asked for the beginning of the story, and asks again."""
    open_table(ANNA, GREEDY)
    story = screen.locator("#log-list [data-seq]")
    before = story.all_text_contents()
    screen.evaluate(
        """async () => {
            const { log: { entries }, receive: hear } = ducato;
            await hear({ type: "undone", log: entries.slice(6), view: ducato.state.shown });
            await hear({ type: "log", log: entries.slice(0, 7) });
        }"""
    )
    expect(story).to_have_text(before)


KEPT = """({ log }) => {
    const entry = (seq, texts, notes = []) => ({ seq, actor: 0, texts, notes });
    log.reset([entry(3, [], ["so"]), entry(4, ["then"])]);
    log.prepend([entry(1, ["first"]), entry(2, ["one"])]);
    return [...log.list.querySelectorAll("[data-seq]")].map(({ textContent }) => textContent);
}"""


def test_a_note_on_the_last_line_of_the_earlier_log_is_kept(screen: Page, open_table: OpenTable):
    open_table(ANNA, GREEDY)
    told = screen.evaluate_handle("ducato").evaluate(KEPT)
    assert told == ["first", "one so", "then"]


def test_a_walk_of_several_steps_by_one_click(screen: Page, open_table: OpenTable):
    """A distant piece with a path takes one click and one question; Escape stops on the way."""
    acts: list[int] = []
    views: list[dict[str, Any]] = []
    sight = SceneReplica()

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: note(json.loads(frame)))
        socket.on("framereceived", lambda frame: note(json.loads(unpacked(frame))))

    def unpacked(frame: str | bytes) -> str | bytes:
        return frame if isinstance(frame, str) else zlib.decompress(frame)

    def note(message: dict[str, Any]) -> None:
        if message["type"] == "act":
            acts.append(message["action"])
        views.extend(step["view"] for step in complete_message(sight, message).get("steps", []))

    def far() -> dict[str, Any]:
        """Return the piece with the longest path, once there is one of at least three steps."""
        for _ in range(MOST_MOVES):
            screen.wait_for_selector(WAITING)
            pieces = views[-1]["scene"]["pieces"] if views else []
            ways = [piece for piece in pieces if len(piece["path"]) > 2]
            if ways and views[-1]["legal"]:
                return max(ways, key=lambda piece: len(piece["path"]))
            assert click_something(screen, rng)
        raise AssertionError("no way of three steps")

    def go(piece: dict[str, Any]) -> None:
        acts.clear()
        screen.locator(f"[data-piece='{piece['id']}']").locator(".land, .spot").last.click()

    def arrives(piece: dict[str, Any]) -> None:
        """Wait for the end of the walk; its last step is asked for if it cannot be undone."""
        menu = screen.locator("[role=menu]:popover-open [role=menuitem]")
        screen.wait_for_function(
            "id => !document.querySelector(`[data-piece='${id}'].can`)"
            " || document.querySelector('[role=menu]:popover-open')",
            arg=piece["id"],
        )
        asked = menu.count()
        if asked:
            menu.click()
        screen.wait_for_selector(WAITING)
        assert acts == piece["path"] + piece["path"][-1:] * asked

    screen.on("websocket", listen)
    screen.set_viewport_size(DESK)
    rng = random.Random(8)
    open_table(ANNA, GREEDY, game="fantasy-market")
    way = far()
    assert screen.locator(f"[data-piece='{way['id']}'].far").count()
    go(way)
    arrives(way)
    way = far()
    screen.evaluate("localStorage.setItem('ducato.confirm', 'yes')")
    go(way)
    expect(screen.locator(".confirm .menu-title")).to_have_text(way["label"])
    assert acts == []
    screen.locator(".confirm .main").click()  # once for the whole walk
    screen.wait_for_function(
        "id => !document.querySelector(`[data-piece='${id}'].can`)", arg=way["id"]
    )
    screen.wait_for_selector(WAITING)
    assert acts == way["path"]
    expect(screen.locator(".confirm")).to_have_count(0)
    screen.evaluate("localStorage.setItem('ducato.confirm', 'no')")
    screen.evaluate("localStorage.setItem('ducato.speed', 'slow')")
    way = far()
    screen.wait_for_function("() => !ducato.showsOthers()")
    go(way)
    screen.keyboard.press("Escape")
    screen.wait_for_selector(WAITING)
    frames(screen)  # the next step would be sent as soon as there is a choice
    assert acts == way["path"][:1]


def test_any_moment_can_be_looked_back_at(screen: Page, open_table: OpenTable):
    address = open_table(ANNA, GREEDY)
    rng = random.Random(3)
    for _ in range(6):
        click_something(screen, rng)
    screen.wait_for_selector(WAITING)
    now = screen.locator("#log-list li").all_inner_texts()
    screen.keyboard.press("l")
    words = screen.locator(".replay-text")
    expect(words).to_contain_text("Step")
    last = int(words.inner_text().split()[3])
    screen.keyboard.press("ArrowLeft")
    expect(words).to_contain_text(f"Step {last - 1} of {last}")
    assert screen.url.endswith(f"#step={last - 1}")
    assert screen.locator(CHOICES).count() == 0
    screen.keyboard.press("Home")
    expect(words).to_contain_text("The game begins")
    expect(screen.locator(".role-hand .piece")).to_have_count(0)
    screen.locator("#log-list [data-seq]").last.click()
    expect(screen.locator("#log-list [aria-current]")).to_have_count(1)
    screen.keyboard.press("Escape")
    screen.wait_for_selector(WAITING)
    assert screen.locator("#log-list li").all_inner_texts() == now
    screen.goto("about:blank")
    screen.goto(f"{address}#step=12&seat=all")
    expect(words).to_contain_text("Step 12 of")
    expect(screen.locator(".replay-viewpoint select")).to_have_value("null")


def test_a_piece_answers_why_it_cannot_be_used(screen: Page, open_table: OpenTable):
    open_table(ANNA, GREEDY)
    screen.locator(".explains > .explain").first.click()
    reasons = screen.locator(".explanation")
    link = reasons.locator("a.rule").first
    assert "/rules/magnate" in (link.get_attribute("href") or "")
    assert "#" in (link.get_attribute("href") or "")
    screen.keyboard.press("Escape")
    expect(reasons).to_have_count(0)
    screen.wait_for_function("() => document.activeElement.classList.contains('explain')")
    screen.locator("#ask-hint").click()
    expect(screen.locator("#advice")).to_contain_text(
        re.compile("bot would choose|only one move"), timeout=PATIENCE
    )
    assert screen.locator(".advised").count()


def test_hints_are_offered_only_where_they_are_given(screen: Page, open_table: OpenTable):
    open_table(ANNA, GREEDY)
    expect(screen.locator("#ask-hint")).to_be_visible()
    told = "ducato.receive({ type: 'table', table: { ...ducato.state.table, %s } })"
    screen.evaluate(told % "hints: false")  # another person has a seat now
    expect(screen.locator("#ask-hint")).to_be_hidden()
    screen.evaluate(told % "hints: true")
    expect(screen.locator("#ask-hint")).to_be_visible()


def test_only_a_bot_that_takes_its_time_is_said_to_think(screen: Page, open_table: OpenTable):
    """Where motion is off, nothing blinks meanwhile, either."""
    open_table(ANNA, BRUNO, game="magnate")
    heard = "() => ducato.receive({ type: 'thinking', seat: 1 })"
    screen.evaluate(heard)
    assert not screen.evaluate("document.body.classList.contains('thinking')")
    screen.wait_for_selector("body.thinking")
    blinks = "getComputedStyle(document.querySelector('#prompt'), '::after').animationName"
    assert screen.evaluate("document.documentElement.dataset.speed") == "off"
    assert screen.evaluate(blinks) == "none"
    screen.evaluate("document.documentElement.dataset.speed = 'normal'")
    assert screen.evaluate(blinks) == "blink"


def test_the_result_opens_at_its_headline(screen: Page, server: LiveServer):
    screen.set_viewport_size({"width": 360, "height": 640})
    screen.goto(create_table(server, played("builders", 4, 1), screen))
    screen.locator("#show-result").click()
    headline = screen.locator("#result-headline")
    assert headline.evaluate("node => node === document.activeElement")
    within = headline.evaluate(
        """node => {
            const sheet = node.closest("dialog").getBoundingClientRect();
            return node.getBoundingClientRect().top - sheet.top;
        }"""
    )
    assert within >= 0


def test_against_bots_one_passes_at_once(screen: Page, open_table: OpenTable):
    """Nobody is there who could learn something from a pause."""
    passes = screen.locator("#auto-response-list input[value=pass]")
    open_table(ANNA, GREEDY, GREEDY, game="manifest-destiny")
    expect(passes).to_be_checked()
    open_table(ANNA, BRUNO, GREEDY, game="manifest-destiny")
    expect(passes).not_to_be_checked()


MEETS = """() => {
    const { scene, ...view } = ducato.state.shown;
    const at = scene.pieces.findIndex(({ face }) => face.needs?.length);
    const { face, ...piece } = scene.pieces[at];
    const needs = face.needs.map((need) => ({ ...need, met: need.count }));
    const count = scene.pieces.findIndex(({ id }) => id === "coins:1");
    const { face: had, ...coins } = scene.pieces[count];
    const more = { ...coins, face: { ...had, corner: String(Number(had.corner) + 2) } };
    const put = [[at, { ...piece, face: { ...face, needs } }], [count, more]];
    put.sort(([one], [other]) => one - other);
    const next = { ...view, seq: view.seq + 1, changes: { pieces: { put } } };
    const after = { ...view, seq: view.seq + 2, changes: {} };
    const steps = [
        { seq: next.seq, actor: 1, texts: ["done"], view: next },
        { seq: after.seq, actor: view.seat, texts: ["so it is"], view: after },
    ];
    return ducato.receive({ type: "steps", steps }).then(() => piece.id);
}"""
"""Tell the page that all that a card needs is met and somebody has two coins more.

An automatic response of the reader follows, which is no move. Return the id of the card.
"""


def test_what_others_have_changed_is_drawn_anew_and_marked(screen: Page, server: LiveServer):
    screen.goto(create_table(server, played("builders", 2, 0.3), screen, bot="greedy"))
    screen.wait_for_selector(WAITING)
    card = screen.locator(f"[data-piece='{screen.evaluate(MEETS)}']")
    expect(card.locator(".pip.met").first).to_be_attached()
    expect(card.locator(".pip:not(.met)")).to_have_count(0)
    expect(card).to_have_class(re.compile(r"\brecent\b"))
    coins = screen.locator("[data-piece='coins:1']")
    expect(coins).to_have_attribute("data-change", "+2")
    expect(coins.locator("[aria-description]")).to_have_attribute(
        "aria-description", re.compile(r"\+2 since your last move")
    )
    screen.reload()
    screen.wait_for_selector(WAITING)
    expect(screen.locator(".recent, [data-change]")).to_have_count(0)
