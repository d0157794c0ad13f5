// Clues that could go: asked for who wants to know, when all else is known of the board as it is.

import { nameOf } from "./places.js";

export function wonder(board) {
  const wants = board.setting && board.find("[data-do=redundant]").checked;
  if (!wants || !board.known.all || board.known.redundant || board.known.verdict?.kind !== "unique") return;
  board.askLive({ command: "redundant", model: board.model() }, (reply) => {
    board.known[reply.type] = reply;
    board.paint();
  });
}

// Whose picture it is to be: the givens that could go are pale on the board, and all clues are named.
export function spareOf(reply, size) {
  if (!reply) return "";
  const clues = [...reply.givens.map((cell) => `given ${nameOf(cell, size)}`), ...reply.others];
  const count = { 0: "No clue can go", 1: "1 clue can go" }[clues.length] ?? `${clues.length} clues can go, each alone`;
  const listed = clues.length ? `: ${clues.join(", ")}` : "";
  return `${count}${listed}${reply.complete ? "" : " (a limit was reached)"}`;
}
