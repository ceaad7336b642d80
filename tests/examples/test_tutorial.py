"""The code on the page "Build a card game" is that of the example, and its changes work."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.examples.projects import install
from tests.plugins.installed import found_in

import ducato
from ducato import checks
from ducato.cli.authoring.new_game import examples
from ducato.core.game import find_game
from ducato.core.i18n import render

PAGE = Path(__file__).parents[2] / "docs" / "tutorial-game.md"
BIDS = PAGE.with_name("tutorial-bids.md")
CARDS = PAGE.with_name("tutorial-cards.md")
BLOCK = re.compile(
    r"^(In|Write|Add to|Change|Replace the function in) `([\w/.]+)`:\n\n```[a-z]+\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
EXAMPLE = examples() / "caravan"
CHANGED = "newcaravan"


def blocks(*verbs: str) -> list[tuple[str, str, str]]:
    """Return the blocks introduced by these verbs, as verb, file and code."""
    return [found for found in BLOCK.findall(PAGE.read_text("utf-8")) if found[0] in verbs]


def test_the_page_has_nine_steps():
    steps = re.findall(r"^## (\d)\. ", PAGE.read_text("utf-8"), re.MULTILINE)
    assert steps == list("123456789")


def test_the_page_shows_every_line_of_the_new_game():
    shown: dict[str, list[str]] = {}
    for _, name, code in blocks("In"):
        shown.setdefault(name, []).extend(filter(None, code.splitlines()))
    package = EXAMPLE / "caravan"
    kept = [path for path in package.rglob("*.*") if path.suffix in (".py", ".toml")]
    assert {f"caravan/{path.relative_to(package).as_posix()}" for path in kept} == set(shown)
    for name, lines in shown.items():
        assert lines == list(filter(None, (EXAMPLE / name).read_text("utf-8").splitlines())), name


@pytest.mark.parametrize(("page", "game", "number"), [(BIDS, "tender", 6), (CARDS, "bazaar", 3)])
def test_a_page_shows_its_game(page: Path, game: str, number: int):
    found = BLOCK.findall(page.read_text("utf-8"))
    assert len(found) == number
    for verb, name, code in found:
        assert verb == "In"
        assert code in (examples() / game / name).read_text("utf-8"), code


def with_function(text: str, code: str) -> str:
    """Return the text of a module with another version of the first function in `code`."""
    function = re.search(r"^def \w+\(", code, re.MULTILINE)
    assert function is not None
    old = re.compile(
        rf"^(@rule\n)?{re.escape(function[0])}.*?(?=^@rule|^def |\Z)", re.MULTILINE | re.DOTALL
    )
    assert len(old.findall(text)) == 1
    return old.sub(lambda _: code + "\n\n", text)


def with_lines(text: str, code: str) -> str:
    """Return the text of a module with another version of the line that begins like `code`."""
    start = re.match(r"from \S+|\s*\w+", code)
    assert start is not None
    old = re.compile(rf"^{re.escape(start[0])}\b.*\n", re.MULTILINE)
    assert len(old.findall(text)) == 1
    return old.sub(lambda _: code, text)


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Install the game as it is at the end of the page."""
    project = tmp_path_factory.mktemp("tutorial") / "caravan"
    shutil.copytree(EXAMPLE, project, ignore=shutil.ignore_patterns("__pycache__"))
    for verb, name, code in blocks("Write", "Add to", "Change", "Replace the function in"):
        path = project / name
        text = path.read_text("utf-8") if path.exists() else ""
        if verb == "Write":
            assert not text
            text = code
        elif verb == "Change":
            text = with_lines(text, code)
        elif verb != "Add to":
            text = with_function(text, code)
        elif name.endswith("editions.toml"):
            text = text.replace("\n[edition", f"{code}\n[edition", 1)
        else:
            text += f"\n{code}"
        path.write_text(text, "utf-8")
    (project / "caravan").rename(project / CHANGED)  # data files are cached by package
    for path in (project / "pyproject.toml", project / CHANGED / "__init__.py"):
        path.write_text(path.read_text("utf-8").replace("caravan", CHANGED), "utf-8")
    site = project.parent / "site"
    site.mkdir()
    install(site, project)
    yield from found_in(site)


@pytest.mark.compiled
@pytest.mark.parametrize("follow", [False, True])
def test_the_changed_game_keeps_the_contract(changed: Path, follow: bool):
    checks.check(ducato.load(CHANGED, 3, follow=follow), seeds=range(2))


def test_the_new_rule_limits_the_cards_and_says_why(changed: Path):
    refused = 0
    for position in checks.walk(ducato.load(CHANGED, 2, follow=True), seed=3):
        seat = position.current_player()
        if seat < 0:
            continue
        hand = np.flatnonzero(position.state.row("zone") == 2 + seat).tolist()
        for card in set(hand) - set(position.legal_actions()):
            refused += 1
            shown = position.game.presentation
            why = shown.explain_illegal(position.state, position.game.edition, card)
            text = render(why.message, CHANGED, "en")
            assert text == "You have the good that was led, and must play it"
    assert refused


def test_the_leader_may_double_the_trick_once(changed: Path):
    position = ducato.load(CHANGED, 2).new_initial_state()
    double = position.game.encode("double")
    while position.is_chance_node():
        position.apply_action(0)
    assert position.legal_actions()[-1] == double == 24
    plain, doubled = position, position.clone()
    doubled.apply_action(double)
    assert double not in doubled.legal_actions()
    for one in (plain, doubled):
        for _ in range(2):
            one.apply_action(one.legal_actions()[0])
    earned = sum(plain.state.coins)
    assert sum(doubled.state.coins) == 2 * earned > 0
    assert doubled.state.doubled == 0
    explain = position.game.presentation.explain_illegal
    why = explain(plain.state, position.game.edition, double).message
    assert render(why, CHANGED, "en") == "Only the leader can double a trick, and only once"


def test_the_second_language_is_used_where_it_has_texts(changed: Path):
    game = find_game(CHANGED)
    assert game.text("title", "it") == "Carovana"
    assert game.text("about", "it") == game.text("about", "en")
    loaded = game.load(2)
    label = loaded.presentation.describe_action(loaded.State(), loaded.edition, 23)
    assert render(label, CHANGED, "it") == "Play Tè 6"


def test_the_changed_scene_names_the_trump(changed: Path):
    loaded = ducato.load(CHANGED, 2)
    drawn = loaded.presentation.scene(loaded.new_initial_state().state, loaded.edition, 0, [])
    counter = next(piece for piece in drawn.pieces if piece.id == "trump")
    assert render(counter.label, CHANGED, "en") == "Tea is the trump"
    assert counter.face.lines == (counter.label,)
