"""The page that checks the chance of a game in the browser, with genuine and forged records."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.support.live_server import ANNA, GREEDY, LiveServer, OpenTable, create_table, played

from ducato.core.chance import CommittedStream
from ducato.core.game import all_games, load
from ducato.core.game_record import GameRecord
from ducato.core.i18n import LANGUAGES
from ducato.core.match import Match

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from starlette.testclient import TestClient

VERDICT = "#verdict p:not(.own)"


@pytest.fixture(scope="module")
def record() -> list[str]:
    match = played("magnate", 2, 1.0)
    match.names = ["Zoë \u202e☃", 'a "b"\\\x7f']  # as a checksum must have them, letter by letter
    return match.to_lines()


def entries_of(lines: list[str]) -> list[dict[str, Any]]:
    return [{k: v for k, v in json.loads(line).items() if k != "check"} for line in lines]


def checked(page: Page, lines: list[str]) -> str:
    """Return the page's verdict on a record that is chosen."""
    content = ("\n".join(lines) + "\n").encode()
    page.locator("#verdict").evaluate("node => node.replaceChildren()")
    page.set_input_files(
        "#record", {"name": "record.jsonl", "mimeType": "application/jsonl", "buffer": content}
    )
    page.wait_for_selector(VERDICT)
    return page.locator(VERDICT).inner_text()


def test_the_page_is_there_in_every_language(client: TestClient):
    titles = set()
    for language in LANGUAGES:
        answer = client.get(f"/verify?lang={language}")
        assert answer.status_code == 200
        titles |= set(re.findall("<title>(.*)</title>", answer.text))
    assert len(titles) == len(LANGUAGES)


def test_right_and_forged_records(screen: Page, server: LiveServer, record: list[str]):
    screen.goto(f"{server.address}/verify?lang=en")
    screen.wait_for_selector("#record:visible")
    outcomes = sum('"chance"' in line for line in record)
    header, last = json.loads(record[0]), json.loads(record[-1])
    assert checked(screen, record) == (
        "The seed matches the fingerprint, and every outcome follows from it."
    )
    shown = screen.locator("#verdict dd").all_inner_texts()
    assert shown[:2] == [header["commitment"], last["seed"]]
    assert shown[2].startswith(f"{outcomes} of {outcomes} ")

    forged = entries_of(record)
    at = [n for n, entry in enumerate(forged) if entry.get("of", 1) > 1][9]
    forged[at]["chance"] = (forged[at]["chance"] + 1) % forged[at]["of"]
    said = checked(screen, GameRecord(forged).to_lines())
    assert said == f"Line {at + 1} is wrong: the outcome isn’t the one that follows from the seed."
    assert f"{outcomes - 1} of {outcomes}" in screen.locator("#verdict").inner_text()

    for line, key in ((-1, "seed"), (0, "commitment")):
        forged = entries_of(record)
        forged[line][key] = "12" * 32
        assert "Line 1 is wrong: the seed" in checked(screen, GameRecord(forged).to_lines())

    for form, seat in ((2, "00"), (2, "2"), (1, "0")):
        forged = entries_of(record)
        forged[0].update(ducato=form, contributions={seat: "0a" * 32})
        assert "Line 1 is wrong" in checked(screen, GameRecord(forged).to_lines())

    at = next(n for n, line in enumerate(record) if '"action"' in line)
    edited = record.copy()
    edited[at] = edited[at].replace('"seat": 0', '"seat": 1').replace('"action": "', '"action": "x')
    assert f"Line {at + 1} is wrong: it was edited" in checked(screen, edited)
    assert "Line 2 is wrong: it isn’t a line" in checked(screen, [record[0], "<b>", *record[2:]])
    assert "Line 1 is wrong" in checked(screen, ["[]"])
    assert "no seed" in checked(screen, record[:40])

    old = entries_of(record)
    for entry in old:
        entry.pop("of", None)
    assert "the number of possible outcomes" in checked(screen, GameRecord(old).to_lines())


@pytest.mark.parametrize("game", all_games())
def test_the_result_leads_there(screen: Page, server: LiveServer, game: str):
    players = all_games()[game].players[0]
    match = played(game, players, 1.0)
    screen.goto(create_table(server, match, screen))
    screen.locator("#show-result").click()
    screen.locator("#result .proof summary").click()
    screen.locator("#result .proof a[href^='/verify']").click()
    screen.wait_for_selector("#verdict .right")
    assert match.stream.commitment in screen.locator("#verdict").inner_text()


def test_a_game_that_is_not_over_says_so(page: Page, server: LiveServer):
    """Not on a `screen`: browsers complain of answers such as 409, which are intended here."""
    address = create_table(server, played("magnate", 2, 0.3), page)
    table = re.findall(r"table/([\w-]+)", address)[0]
    for name, words in ((table, "its seed is still secret"), (f"{table}x", "doesn’t exist")):
        page.goto(f"{server.address}/verify?lang=en&table={name}")
        page.wait_for_selector(VERDICT)
        assert words in page.locator(VERDICT).inner_text()


def test_the_commitment_is_seen_while_the_game_goes_on(screen: Page, server: LiveServer):
    match = played("magnate", 2, 0.3)
    screen.goto(create_table(server, match, screen))
    screen.locator("#show-table-menu").click()
    screen.locator("#table-menu .proof summary").click()
    assert match.stream.commitment in screen.locator("#table-menu .proof").inner_text()
    assert screen.locator("#table-menu .proof a").get_attribute("href") == "/verify"


def test_a_record_is_chosen_by_keyboard(
    screen: Page, server: LiveServer, record: list[str], tmp_path: Path
):
    path = tmp_path / "record.jsonl"
    path.write_text("\n".join(record), "utf-8")
    # The file is requested only when Space is pressed; the browser may open its own window before.
    screen.on("filechooser", lambda chooser: None)
    screen.goto(f"{server.address}/verify?lang=en")
    screen.wait_for_selector("#record:visible")
    for _ in range(10):
        screen.keyboard.press("Tab")
        if screen.evaluate("document.activeElement.id") == "record":
            break
    else:
        raise AssertionError("the tabulator does not lead to the field")
    assert screen.locator("#record").get_attribute("aria-label") is None  # the label is its name
    assert screen.get_by_label("Game file to verify").count() == 1
    with screen.expect_file_chooser() as chooser:
        screen.keyboard.press("Space")
    chooser.value.set_files(path)
    screen.wait_for_selector("#verdict .right")
    assert screen.locator("#verdict").get_attribute("role") == "status"
    screen.locator("button[popovertarget=settings]").click()
    screen.select_option("#language", "it")
    screen.locator("#verdict .right", has_text="seme").wait_for()


def test_a_record_is_dropped(screen: Page, server: LiveServer, record: list[str]):
    screen.goto(f"{server.address}/verify?lang=en")
    screen.wait_for_selector("#record:visible")
    screen.evaluate(
        """text => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([text], "record.jsonl"));
            document.querySelector("#drop").dispatchEvent(
                new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
        }""",
        "\n".join(record),
    )
    screen.wait_for_selector("#verdict .right")


def test_ones_own_contribution_is_among_those_that_were_used(
    screen: Page, server: LiveServer, open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ducato.table.setup.create.CommittedStream", CommittedStream)
    table = open_table(ANNA, GREEDY).rpartition("/")[2]
    (kept,) = json.loads(screen.evaluate("localStorage.getItem('ducato.entropy')"))
    assert kept[0] == table
    screen.locator("#show-table-menu").click()
    screen.locator("#table-menu .proof summary").click()
    assert kept[1] in screen.locator("#table-menu .proof").inner_text()
    assert "is included" in screen.locator("#table-menu .proof .right").inner_text()
    record = Match(load("magnate"), CommittedStream(contributions={0: kept[1]}))
    record.deal({0: kept[1]})
    record.resign(0)
    screen.goto(f"{server.address}/verify?lang=en")
    screen.wait_for_selector("#record:visible")
    assert "every outcome" in checked(screen, record.to_lines())
    assert "is included" in screen.locator("#verdict .own").inner_text()
    forged = entries_of(record.to_lines())
    forged[0]["contributions"]["0"] = "12" * 32
    assert "is wrong: the outcome" in checked(screen, GameRecord(forged).to_lines())
    assert screen.locator("#verdict .own").count() == 0
