// The board in a notebook, as an anywidget: the kernel answers questions and saves the work.

import { Board } from "./board.js";
import { Line } from "./lines.js";
import { restore } from "./work.js";

// The work is shared with Python: the board writes entries, and Python writes puzzles to show. While a
// text from Python is on its way to the board, the board must not overwrite it with an older state.
class Work {
  constructor(model) {
    this.model = model;
    this.arriving = 0;
  }

  getItem() {
    return this.model.get("_work");
  }

  setItem(_name, text) {
    if (this.arriving || text === this.getItem()) return;
    this.written = text;
    this.model.set("_work", text);
    this.model.save_changes();
  }

  async arrive(board) {
    if (this.getItem() === this.written) return;
    this.written = null;
    this.arriving++;
    await restore(board);
    this.arriving--;
  }
}

function render({ model, el }) {
  const view = Math.random().toString(36).slice(2); // a notebook can show a widget twice
  const line = (name, onlyNewest) => new Line(onlyNewest, (question) => model.send({ view, line: name, ...question }));
  const lines = { live: line("live", true), errand: line("errand", false) };
  const hear = (reply) => reply.view === view && lines[reply.line].hear(reply);
  model.on("msg:custom", hear);
  const root = document.createElement("div");
  // Keep keys from the notebook. JupyterLab respects the attribute. Other notebooks hear key events.
  root.dataset.lmSuppressShortcuts = "true";
  root.addEventListener("keydown", (event) => event.stopPropagation());
  el.append(root);
  const work = new Work(model);
  const board = new Board(root, {
    live: (question, done) => lines.live.ask(question, done),
    errand: (question, done) => lines.errand.ask(question, done),
    store: work,
  });
  const arrive = () => work.arrive(board);
  model.on("change:_work", arrive);
  return () => {
    model.off("msg:custom", hear);
    model.off("change:_work", arrive);
    model.send({ view, over: true });
    board.timer.end();
  };
}

export default { render };
