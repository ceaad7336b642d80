"""A bot that takes a seat at a table of a ducato server and plays with a bot of ducato.

DUCATO_TOKEN=... python examples/ducato_bot.py https://play.example.org/table/ID --bot ismcts

With --openspiel ismcts (or mcts, or random), a bot of OpenSpiel chooses; this needs the extra
ducato[research]. Connect only to a server that you trust: compiled rules read the state it sends.
"""

import argparse
import json
import os
import secrets
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.sync.client import connect

from ducato.bots import make
from ducato.core.seen_state import read_seen

parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
parser.add_argument("table", help="the address of the table")
parser.add_argument("--bot", default="ismcts:sims=500", help="a bot of ducato, with its options")
parser.add_argument("--openspiel", help="a bot of OpenSpiel instead: random, mcts or ismcts")
parser.add_argument("--sims", type=int, default=100, help="its simulations for each choice")
parser.add_argument("--sitting", action="store_true", help="the bot has a seat already")
asked = parser.parse_args()


def new_bot(game):
    """Make the bot that chooses in this game."""
    if asked.openspiel is None:
        return make(asked.bot, game)
    from ducato.research import openspiel

    maker = openspiel.MAKERS[asked.openspiel]
    chosen = maker() if asked.openspiel == "random" else maker(sims=asked.sims)
    players, edition = game.players, game.edition_name
    return openspiel.SpielBot(openspiel.load(game.name, players, edition, **game.options), chosen)


def choose(bot, message):
    """Return the bot and the message that makes its move in the state of a message."""
    seen = read_seen(message)
    bot = bot or new_bot(seen.game)
    action = bot.choose(seen.state, seen.seat, secrets.randbits(31))
    return bot, {"type": "act", "seq": message["seq"], "action": action}


def say(socket, **message):
    """Send a message with an id of its own."""
    socket.send(json.dumps({"id": secrets.token_hex(8), **message}))


bearer = {"Authorization": f"Bearer {os.environ['DUCATO_TOKEN']}"}
try:
    if not asked.sitting:
        join = asked.table.replace("/table/", "/api/tables/") + "/join"
        urlopen(Request(join, b"{}", bearer)).close()
except HTTPError as error:  # such as 409: there is no open seat
    raise SystemExit(json.load(error)["error"]) from None
view, bot, drawn = {"result": None}, None, secrets.token_hex(32)
address = f"ws{asked.table.removeprefix('http')}/socket"
with connect(address, additional_headers=bearer) as socket:
    while view["result"] is None:
        try:
            message = json.loads(socket.recv(timeout=20))
        except TimeoutError:  # a connection that stays silent for long is closed
            socket.send('{"type": "ping"}')
            continue
        if message["type"] == "state":
            bot, move = choose(bot, message)
            say(socket, **move)
            continue
        news = message["steps"][-1] if message["type"] == "steps" else message
        view = news.get("view") or view
        waits = message.get("table", {"status": ""})
        if waits["status"] == "waiting" and waits["own"]:  # contribute to the chance of the game
            say(socket, type="entropy", value=drawn)
        rejected = message["type"] == "rejected"  # for example, because it was too fast
        if rejected:
            time.sleep(1)
        if (news.get("view") or rejected) and view["legal"]:
            say(socket, type="state")  # its answer is what the seat sees now
print(view["result"]["headline"])
