// Redundant clues. The board asks for them if the user wants to know, after all other answers.

import { nameOf } from "./places.js";

const NONE = [];
const wanted = (board) => board.setting && board.find("[data-do=redundant]").checked;

export function wonder(board) {
  const { known } = board;
  if (!wanted(board) || !known.all || known.redundant || known.verdict?.kind !== "unique") return;
  board.askLive({ command: "redundant", model: board.model() }, (reply) => {
    board.known[reply.type] = reply;
    board.paint();
  });
}

// Returns the redundant clues in words, and the redundant givens, which are painted paler.
export function spareOn(board) {
  const found = wanted(board) && board.known.redundant;
  if (!found) return { words: "", givens: NONE };
  const clues = [...found.givens.map((cell) => `given ${nameOf(cell, board.size)}`), ...found.others];
  const count = ["No clue is redundant", "1 clue is redundant"][clues.length] ?? `${clues.length} clues are redundant, each alone`;
  const words = `${count}${clues.length ? `: ${clues.join(", ")}` : ""}${found.complete ? "" : " (a limit was reached)"}`;
  return { words, givens: found.givens };
}
