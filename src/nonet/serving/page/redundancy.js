// Clues that could go: asked for who wants to know, when all else is known of the board as it is.

import { nameOf } from "./places.js";

const wanted = (board) => board.setting && board.find("[data-do=redundant]").checked;

export function wonder(board) {
  const { known } = board;
  if (!wanted(board) || !known.all || known.redundant || known.verdict?.kind !== "unique") return;
  board.askLive({ command: "redundant", model: board.model() }, (reply) => {
    board.known[reply.type] = reply;
    board.paint();
  });
}

// In words, and which givens are among them: these are paler on the board.
export function spareOn(board) {
  const found = wanted(board) && board.known.redundant;
  if (!found) return { words: "", givens: [] };
  const clues = [...found.givens.map((cell) => `given ${nameOf(cell, board.size)}`), ...found.others];
  const count = ["No clue can go", "1 clue can go"][clues.length] ?? `${clues.length} clues can go, each alone`;
  const words = `${count}${clues.length ? `: ${clues.join(", ")}` : ""}${found.complete ? "" : " (a limit was reached)"}`;
  return { words, givens: found.givens };
}
