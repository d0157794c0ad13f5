// The path to the solution, from the entered values and marks. It plays forward and back.

import { endAsked, askOfPosition, THINKING } from "./questions.js";

// The hand (see pointer.js) that goes from step to step. The board shows the step instead of its values and marks.
class Path {
  constructor(board) {
    this.board = board;
    this.steps = [];
    this.at = 0;
  }

  get step() {
    return this.steps[this.at];
  }

  press() {}

  drag() {}

  release() {}

  double() {}

  forget() {}

  take(step) {
    this.steps.push(step);
    if (this.steps.length === 1) this.board.hold(this);
    if (this.board.hand === this) this.go(this.at);
  }

  go(to) {
    this.at = Math.max(0, Math.min(to, this.steps.length - 1));
    this.board.find(".nonet-hint").textContent = `${this.at + 1} of ${this.steps.length}: ${this.step.said}`;
    this.board.paint();
  }

  key({ key }) {
    const by = { ArrowRight: 1, ArrowDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, Home: -this.at, End: this.steps.length }[key];
    if (by !== undefined) this.go(this.at + by);
    else if (key === "Enter") this.board.apply();
    else if (key === "Escape") this.board.hold(null);
    else return false;
    return true;
  }
}

// Shows the path, or ends it.
export async function askPath(board) {
  if (board.hand.steps) {
    endAsked(board);
    return board.hold(null);
  }
  if (board.asked?.command === "path") return;
  const [path, said] = [new Path(board), board.find(".nonet-hint")];
  said.textContent = THINKING;
  await askOfPosition(board, "path", (reply) => {
    if (reply.type === "step") path.take(reply);
    else said.textContent = reply.levels[0];
  });
  if (said.textContent === THINKING) said.textContent = ""; // the question has ended or failed
}

export function showPath(board) {
  const { at, steps } = board.hand;
  const row = board.find(".nonet-path");
  row.hidden = !steps;
  board.find("[data-do=path]").setAttribute("aria-pressed", Boolean(steps));
  if (steps) Object.assign(row.querySelector("input"), { max: steps.length, value: at + 1 });
}
