// Looking at the solutions of a puzzle with several solutions: one by one, or two side by side.

// Goes to the next or the previous solution. The first press asks for the solutions.
export async function step(board, by) {
  const { known } = board;
  if (!known.solutions) await board.errand({ command: "solutions", model: board.model() }, (reply) => (known.solutions = { ...reply, at: -by }));
  if (!known.solutions) return;
  const { grids, at } = known.solutions;
  known.solutions.at = (at + by + grids.length) % grids.length;
  board.paint();
}

// Keeps the shown solution, to compare it with the next one. A second press shows single solutions again.
export function compare(board) {
  const { solutions } = board.known;
  if (solutions.kept === undefined) solutions.kept = solutions.at;
  else delete solutions.kept;
  return step(board, solutions.kept === undefined ? 0 : 1);
}

export function solutionOf({ known }) {
  return known.solutions?.grids[known.solutions.at] ?? null;
}

export function keptSolution({ known }) {
  return known.solutions?.grids[known.solutions.kept] ?? null;
}

export function showSolutions(board) {
  const { known } = board;
  const row = board.find(".nonet-solutions");
  row.hidden = known.verdict?.kind !== "multiple";
  const isKept = known.solutions?.kept !== undefined;
  const number = known.solutions && `${isKept ? `${known.solutions.kept + 1} and ` : ""}${known.solutions.at + 1} of ${known.solutions.complete ? "" : "the first "}${known.solutions.grids.length} ›`;
  row.querySelector("[data-step='1']").textContent = number ?? "Solutions";
  for (const button of row.querySelectorAll("[data-step='-1'], [data-do=fill], [data-do=compare]")) button.hidden = !known.solutions;
  row.querySelector("[data-do=compare]").setAttribute("aria-pressed", isKept);
}
