"""The end of a game: all see it, no more choices are offered, and the players may play again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from starlette.testclient import TestClient
from tests.support.live_server import (
    ANNA,
    DESK,
    GREEDY,
    PATIENCE,
    LiveServer,
    OpenTable,
    box,
    create_table,
    expect,
    frames,
    played,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

Make = Callable[..., str]
OVER = {
    "en": "The game is over: Anna wins.",
    "it": "Partita finita: vince Anna.",
    "es": "Fin de la partida: gana Anna.",
}


def status_shown(screen: Any) -> str | None:
    """Return the status of the table that the client gets, before anything else is answered."""
    screen.say(type="ping")
    message = screen.hear("table", "welcome", "pong")
    return message["table"]["status"] if "table" in message else None


def test_the_table_is_told_to_be_over_with_the_last_steps(
    client: TestClient, sit: Any, table_at: Make
):
    address = table_at(client)
    anna, elsewhere = sit(client, address), sit(client, address)
    anna.play()
    assert status_shown(anna) == "over"
    while elsewhere.view["result"] is None:
        elsewhere.hear("steps")
    assert status_shown(elsewhere) == "over"


def test_the_table_is_told_to_be_over_when_somebody_resigns(
    client: TestClient, sit: Any, table_at: Make
):
    anna = sit(client, table_at(client))
    anna.say(type="resign", id="r")
    anna.hear("steps")
    assert status_shown(anna) == "over"


@pytest.mark.parametrize("lang", OVER)
def test_after_a_resignation_nothing_is_asked(
    client: TestClient, sit: Any, table_at: Make, lang: str
):
    """No choice is offered, neither to those who saw it nor to a player who comes back."""
    address = table_at(client, {"kind": "bot", "bot": "random"}, ANNA)
    anna = sit(client, address, f"lang={lang}")
    anna.say(type="resign", id="r")
    while anna.view["result"] is None:  # the bot may have moved before
        anna.hear("steps")
    winner = anna.heard[0]["table"]["seats"][0]["name"]
    over = OVER[lang].replace("Anna", winner)
    assert anna.view["prompt"] == over
    assert anna.view["to_move"] == anna.view["legal"] == []
    assert sit(client, address, f"lang={lang}").view["prompt"] == over


@pytest.mark.slow
def test_two_people_play_again(new_screen: Callable[[], Page], server: LiveServer):
    """Anna resigns; Bruno asks for a rematch, and Anna is told of it."""
    anna, bruno = new_screen(), new_screen()
    for person in (anna, bruno):
        person.set_viewport_size(DESK)
    seats = [ANNA, {"kind": "open"}]
    wanted = {"game": "magnate", "seats": seats}
    answer = anna.request.post(f"{server.address}/api/tables", data=wanted)
    anna.goto(address := f"{server.address}{answer.json()['url']}")
    bruno.goto(address)
    bruno.locator("form.join-form input").fill("Bruno")
    bruno.locator("form.join-form button").click()
    bruno.wait_for_selector("#table-status", state="hidden")
    resign(anna)
    for person, words in ((anna, "You lose"), (bruno, "You win!")):
        expect(person.locator("#result h2")).to_have_text(words)
        expect(person.locator("#result .headline")).to_contain_text("Bruno wins")
        expect(person.locator("#rematch button")).to_have_text("Rematch")
        expect(person.locator("#prompt")).to_have_text("The game is over: Bruno wins.")
        expect(person.locator("#table-menu").get_by_text("Resign")).to_have_count(0)
    bruno.locator("#rematch button").click()
    bruno.wait_for_url(lambda url: url != address)
    anna.locator("#rematch a.main").click()
    anna.wait_for_url(bruno.url)
    for person in (anna, bruno):
        for seat, name in enumerate(["Bruno", "Anna"]):  # one seat further
            expect(person.locator(f".seat[data-seat='{seat}'] .seat-name")).to_have_text(name)


def resign(page: Page) -> None:
    """Resign through the menu of the table, and confirm the question that follows."""
    page.locator("#show-table-menu").click()
    page.locator("#table-menu").get_by_text("Resign").click()
    page.locator(".confirm button.main").click()


def test_who_gives_up_is_asked_by_the_page_itself(screen: Page, open_table: OpenTable):
    dialogs: list[str] = []
    screen.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    screen.set_viewport_size(DESK)
    open_table(ANNA, GREEDY)
    screen.locator("#show-table-menu").click()
    screen.locator("#table-menu").get_by_text("Resign").click()
    question = screen.locator(".confirm")
    expect(question.locator("p")).to_have_text("Resign this game?")
    expect(question.get_by_text("Cancel")).to_be_focused()
    screen.keyboard.press("Enter")
    expect(question).to_have_count(0)
    assert screen.evaluate("ducato.state.shown.result") is None
    resign(screen)
    expect(screen.locator("#result")).to_be_visible()
    assert dialogs == []


def test_the_end_is_not_given_away_before_it_is_seen(screen: Page, open_table: OpenTable):
    """For the server the table is over, while its last steps are still being shown here."""
    open_table(ANNA, GREEDY)
    screen.evaluate(
        """async () => {
            const { state, receive } = ducato;
            state.playing = true;
            await receive({ type: "table", table: { ...state.table, status: "over" } });
        }"""
    )
    rematch = screen.locator("#rematch button.main")
    expect(rematch).to_have_count(0)
    screen.evaluate("ducato.state.playing = false; ducato.showState()")
    expect(rematch).to_have_text("Rematch")


def test_nothing_looks_out_below_the_buttons_of_a_sheet(screen: Page, server: LiveServer):
    screen.goto(create_table(server, played("magnate", 2, 1), screen))
    screen.locator("#show-result").click()
    # The first chart waits for the compiler.
    expect(screen.locator("#chart .line")).to_have_count(2, timeout=PATIENCE)
    for width, height in [(1600, 900), (1280, 720), (900, 640), (390, 844)]:
        screen.set_viewport_size({"width": width, "height": height})
        frames(screen)
        sheet, buttons = box(screen.locator("#result")), box(screen.locator("#result form"))
        assert sheet["y"] + sheet["height"] - buttons["y"] - buttons["height"] <= 2  # its own edge
        assert abs(sheet["width"] - buttons["width"]) <= 20  # and a scroll bar


def test_the_replay_is_at_its_moment_before_the_room_is_there(screen: Page, server: LiveServer):
    address = create_table(server, played("magnate", 2, 1), screen)
    screen.context.route("**/analysis_room*", lambda route: None)  # it never arrives
    screen.goto(f"{address}#step=20&seat=1")
    screen.get_by_role("button", name="Play on from here").wait_for()
    assert screen.evaluate("() => ducato.state.replay.at") == {"seq": 20, "seat": 1}


def test_one_plays_on_from_any_moment_of_a_finished_game(screen: Page, server: LiveServer):
    """Against bots, on a board that says what it is and leads back to the game."""
    screen.set_viewport_size(DESK)
    address = create_table(server, played("magnate", 2, 1), screen)
    screen.goto(f"{address}#step=20&seat=1")
    screen.get_by_role("button", name="Play on from here").click()
    screen.locator("[role=menu]:popover-open [role=menuitem]").first.click()
    screen.wait_for_url(lambda url: "/table/" in url and address.partition("?")[0] not in url)
    screen.wait_for_selector("body.ready")
    link = screen.get_by_role("link", name="goes on from a finished game")
    expect(link).to_be_visible()
    assert screen.evaluate("() => ducato.state.table.own") == [1]
    link.click()
    screen.wait_for_url(f"{address.partition('?')[0]}")
