// The questions of the board, after each change and after pressing a button.

import { wonder } from "./redundancy.js";

export const THINKING = "thinking …";

// Asks about the present puzzle. This question ends the older one.
export async function think(board) {
  board.root.classList.add("nonet-thinking");
  const { known } = board;
  await board.askLive({ command: "live", model: board.model() }, (reply) => {
    board.root.classList.remove("nonet-thinking");
    known[reply.type] = reply;
    board.paint();
  });
  known.all = true;
  wonder(board);
}

// Asks which entered values break a rule together.
export function findClashes(board) {
  const { known } = board;
  board.askLive({ command: "clashes", model: board.model(), values: board.entered() }, (reply) => {
    known[reply.type] = reply;
    board.paint();
  });
}

// Asks about the present position, and ignores replies about an older one.
export async function askOfPosition(board, command, hear) {
  const { state } = board;
  const asked = (board.asked = { command });
  await board.errand({ command, model: board.model(), values: board.entered(), marks: state.centre }, (reply) => state === board.state && hear(reply));
  if (board.asked === asked) board.asked = null;
}

// Ends a question about an older position.
export function endAsked(board) {
  if (board.asked) board.askErrand({ command: "cancel" }, () => {});
  board.asked = null;
}

// Shows a hint: where to look at the first press, the technique at the second, the step at the third.
export async function askHint(board) {
  const said = board.find(".nonet-hint");
  if (board.hand.steps) board.hold(null); // the path
  if (board.hinted) {
    board.hinted.level = Math.min(board.hinted.level + 1, board.hinted.levels.length - 1);
    said.textContent = board.hinted.levels[board.hinted.level];
    return board.paint();
  }
  if (board.asked?.command === "hint") return;
  said.textContent = THINKING;
  await askOfPosition(board, "hint", (reply) => {
    board.hinted = { ...reply, level: 0 };
    said.textContent = reply.levels[0];
    board.paint();
  });
  if (said.textContent === THINKING) said.textContent = ""; // the question has ended or failed
}

export async function askCheck(board) {
  await askOfPosition(board, "check", (reply) => {
    const isSolved = reply.full && reply.kind === "unique" && !reply.wrong;
    if (isSolved) board.timer.run(false);
    const right = isSolved ? `Solved in ${board.timer.text}.` : "Right so far.";
    const wrong = `${reply.wrong} ${reply.wrong === 1 ? "value is" : "values are"} wrong.`;
    const none = { none: "The puzzle has no solution.", multiple: "The puzzle has several solutions.", unknown: "Unknown, because the time limit was reached." };
    board.find(".nonet-hint").textContent = none[reply.kind] ?? (reply.wrong ? wrong : right);
  });
}

// Asks how difficult the puzzle is.
export async function askDifficulty(board) {
  const { known } = board;
  if (known.rating) return;
  known.rating = { said: THINKING };
  board.paint();
  await board.errand({ command: "rate", model: board.model() }, (reply) => {
    known.rating = reply;
    board.paint();
  });
  if (known.rating.said !== THINKING) return;
  delete known.rating; // the question has ended or failed
  board.paint();
}

// Copies the puzzle in the chosen format, or as a link to a page. This link has the code of a SudokuPad link in its
// fragment, which browsers do not send.
export async function askCopy(board, page = null) {
  const format = page ? "sudokupad" : board.find(".nonet-format").value;
  await board.errand({ command: "write", model: board.model(), format }, async (reply) => {
    const text = board.find(".nonet-text");
    text.value = page ? `${page}#${reply.text.split("/").at(-1)}` : reply.text;
    text.select();
    await navigator.clipboard?.writeText(text.value).catch(() => {}); // people can still copy the selected text
  });
}

// Downloads the server's picture, with the entered values and marks.
export async function askPicture(board) {
  const { centre, corner } = board.state;
  const marks = centre.map((mask, cell) => mask | corner[cell]);
  await board.errand({ command: "picture", model: board.model(), values: board.entered(), marks }, (reply) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([reply.svg], { type: "image/svg+xml" }));
    link.download = "puzzle.svg";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}
