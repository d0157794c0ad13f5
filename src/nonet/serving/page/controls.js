// The controls next to the board: buttons and texts.

import { LAYERS } from "./selector.js";
import { SIDES, boxesOf } from "./sizes.js";

const KEYS = [
  ["Arrow keys", "move. With Shift, add cells"],
  ["Digits, A to G", "enter a value. A is 10"],
  ["Shift, Ctrl or Alt with a digit", "enter a corner mark, a centre mark or a colour"],
  ["Z X C V B", "choose values, corner marks, centre marks, colours or the pen"],
  ["Space", "choose the next kind"],
  ["Pen: Shift with an arrow key", "draw a line or erase it. With Ctrl, at the edge of the cell"],
  ["Pen: Space, arrow keys, Space", "draw a slanting line"],
  ["Path: arrow keys, Home, End, Enter", "show another step, or apply the steps up to the shown one"],
  ["Edited rule: arrow keys, Delete", "move the rule, or with Ctrl a copy, or delete the rule"],
  ["Backspace", "clear"],
  ["H", "show a hint, and more of it at each press"],
  ["Ctrl+A, Escape", "select all cells, or none"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Ctrl+V", "open the puzzle or link in the clipboard"],
];

const FORMATS = { fpuzzles: "f-puzzles link", sudokupad: "SudokuPad link", sudokumaker: "SudokuMaker link", iss: "ISS link", penpa: "Penpa link", json: "JSON", line: "one line" };
const PAGE = `
  <div class="nonet-paper" tabindex="0" role="application" aria-roledescription="puzzle board"
    aria-label="Puzzle board. Arrow keys move, digits enter."></div>
  <div class="nonet-beside">
  <div class="nonet-side">
    <p class="nonet-row"><button data-do="set" aria-pressed="true">Set</button><button data-do="solve" aria-pressed="false">Solve</button><button data-do="pause" class="nonet-timer" title="Pause"></button><button data-do="help" aria-label="Keys">?</button></p>
    <p class="nonet-row nonet-layers"></p>
    <p class="nonet-pad"></p>
    <p class="nonet-row"><button data-do="undo">Undo</button><button data-do="redo">Redo</button><button data-do="clear">Clear</button></p>
    <p class="nonet-error" role="alert"></p>
    <div class="nonet-said">
      <p class="nonet-verdict" role="status"></p><p class="nonet-count"></p>
      <p class="nonet-row nonet-solutions" hidden><button data-step="-1" aria-label="Previous solution">‹</button><button data-step="1">Solutions</button><button data-do="fill">Fill in</button><button data-do="compare">Compare</button></p>
      <p><label><input type="checkbox" data-do="candidates" checked> true candidates</label></p>
      <p><label><input type="checkbox" data-do="redundant"> redundant clues</label></p><p class="nonet-redundant"></p>
      <p class="nonet-row nonet-difficulty"><button data-do="rate">Difficulty</button><span role="status"></span></p>
    </div>
    <p class="nonet-row"><button data-do="hint">Hint</button><button data-do="check">Check</button><button data-do="path" aria-pressed="false">Path</button><button data-do="apply" hidden>Apply</button></p>
    <p class="nonet-row nonet-path" hidden><button data-go="-1" aria-label="Previous step">‹</button><input type="range" min="1" aria-label="Step"><button data-go="1" aria-label="Next step">›</button></p>
    <p class="nonet-hint" role="status"></p>
    <p class="nonet-row"><input type="text" class="nonet-text" aria-label="A link or a puzzle" placeholder="Paste a link or a puzzle"><button data-do="open">Open</button></p>
    <p class="nonet-row"><select class="nonet-format" aria-label="Format"></select><button data-do="copy">Copy</button><button data-do="share">Copy address</button><button data-do="save">Save SVG</button><button data-do="watch" title="See how backtracking, Norvig and a SAT solver search">Watch solvers</button></p>
    <p class="nonet-row"><select class="nonet-new" aria-label="Size"></select><select class="nonet-boxes" aria-label="Boxes"></select><button data-do="new">New</button></p>
  </div>
  <div class="nonet-last"><section class="nonet-puzzle" aria-label="The puzzle"></section><div class="nonet-rules"></div></div>
  </div>
  <dialog class="nonet-help"><h2>Keys</h2><dl></dl><form method="dialog"><button>Close</button></form></dialog>
  <p class="nonet-spoken" aria-live="polite"></p>`;

export function element(tag, attributes = {}, text = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

export function layControls(root) {
  const find = (selector) => root.querySelector(selector);
  root.classList.add("nonet-board");
  root.innerHTML = PAGE; // a constant
  for (const layer of LAYERS) find(".nonet-layers").append(element("button", { "data-layer": layer, "aria-pressed": layer === LAYERS[0] }, layer));
  for (const [name, label] of Object.entries(FORMATS)) find(".nonet-format").append(element("option", { value: name }, label));
  for (const side of SIDES) find(".nonet-new").append(element("option", { value: side }, `${side}×${side}`));
  for (const [keys, does] of KEYS) find(".nonet-help dl").append(element("dt", {}, keys), element("dd", {}, does));
  const offerBoxes = () => find(".nonet-boxes").replaceChildren(...boxesOf(Number(find(".nonet-new").value)).map(([name]) => element("option", {}, name)));
  find(".nonet-new").addEventListener("change", offerBoxes);
  offerBoxes();
}
