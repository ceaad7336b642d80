// Random play in boardgame.io, without a server: a game with a hidden deck, dice and a player view.
//
//     node boardgame_io.mjs      # prints the steps per second of processor time
//
// The game is small on purpose: draw a card or roll a die; the first to 100 points wins.

import { createRequire } from "node:module";

const require = createRequire(`${process.cwd()}/`);
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");

const STEPS = 3000;

const game = {
  setup: ({ random }) => ({
    points: [0, 0],
    secret: { deck: random.Shuffle([...Array(200).keys()].map((n) => n % 13)) },
    players: { 0: { hand: [] }, 1: { hand: [] } },
  }),
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    draw: ({ G, playerID }) => {
      if (G.secret.deck.length === 0) return INVALID_MOVE;
      const card = G.secret.deck.pop();
      G.players[playerID].hand.push(card);
      G.points[playerID] += card;
    },
    roll: ({ G, playerID, random }) => {
      G.points[playerID] += random.D6();
    },
  },
  endIf: ({ G }) => {
    const winner = G.points.findIndex((points) => points >= 100);
    return winner < 0 ? undefined : { winner };
  },
};

let done = 0;
const start = process.cpuUsage();
while (done < STEPS) {
  const client = Client({ game, debug: false });
  client.start();
  while (client.getState().ctx.gameover === undefined && done < STEPS) {
    if (Math.random() < 0.5) client.moves.draw();
    else client.moves.roll();
    done += 1;
  }
  client.stop();
}
const spent = process.cpuUsage(start);
console.log((done * 1e6) / (spent.user + spent.system));
