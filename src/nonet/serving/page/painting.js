// Painting on the server's picture of a puzzle: digits, marks, colours, the selection.

import { areaOf, areasOf, heightOf, placeOf } from "./places.js";

export const CELL = 40; // the side of a cell in the server's pictures, in their units
const SVG = "http://www.w3.org/2000/svg";
// Colours that colour-blind people can distinguish, and that are light enough for digits on them.
export const COLOURS = ["#f2b8b5", "#ffd59e", "#fff3a3", "#b7e1cd", "#a9d3f5", "#cbb8ec", "#d9dce1", "#8fd6d2", "#e3c5a8"];
// The colours of the player's lines, which are darker.
export const INKS = ["#1857b6", "#b3201b", "#157f3c", "#b35c00", "#7a3fb8", "#0b7f86", "#c2187a", "#6b5a3a", "#16181d"];

export const bit = (value) => 1 << (value - 1);
const EDGE = 3; // room for the thick lines at the edge
const SIDE = 4; // the room beside the candidates of a cell
export const TOTAL = 6; // the room above them for the total of a cage
const HALO = 2; // the width of the white edge of digits, half of which is hidden by the digit
const CORNER = 7; // the distance of a mark in a corner from the side of its cell

export const inMask = (mask) => Array.from({ length: 16 }, (_, i) => i + 1).filter((value) => mask & bit(value));

// Returns the upper left corner of a cell.
export function cornerOf(cell, board) {
  const [row, column] = placeOf(cell, board);
  return { x: column * CELL, y: row * CELL };
}

// Texts never become markup, because puzzles come from strangers.
export function shape(parent, tag, attributes, text = "") {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  parent.append(made);
  return made;
}

// Turns the server's picture into elements, with one layer below its lines and three above them. The page shows the
// words of the picture beside the board, so the board keeps its size and place.
export function layOut(reply) {
  const drawn = document.adoptNode(new DOMParser().parseFromString(reply.svg, "image/svg+xml").documentElement);
  const board = drawn.querySelector("g[transform]");
  board.removeAttribute("transform");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("font-family", drawn.getAttribute("font-family"));
  svg.append(board);
  const [under, inked, over] = Array.from({ length: 3 }, () => document.createElementNS(SVG, "g"));
  const top = document.createElementNS(SVG, "svg"); // a picture of its own, so that a selection does not paint the digits again
  for (const picture of [svg, top]) picture.setAttribute("aria-hidden", "true");
  inked.setAttribute("opacity", 0.8);
  // A white edge makes digits readable where lines cross them.
  for (const [name, value] of Object.entries({ "text-anchor": "middle", stroke: "#fff", "stroke-width": HALO, "stroke-linejoin": "round", "paint-order": "stroke" })) over.setAttribute(name, value);
  for (const { name, first, count, top } of areasOf(reply).slice(1)) {
    shape(board, "text", { x: 0, y: top * CELL - 6, "font-size": 13 }, name);
    for (let cell = first; cell < first + count; cell++) shape(board, "rect", { ...cornerOf(cell, reply), width: CELL, height: CELL, class: "nonet-layer" });
  }
  board.prepend(under);
  board.querySelector(":scope > path:last-of-type").after(inked, over); // above all lines, but below totals and dots
  return { svg, under, inked, over, top };
}

// Shows the board with a margin of some cells for signs outside the board.
export function frame(pictures, board, margin) {
  const edge = margin * CELL + EDGE;
  for (const svg of pictures) svg.setAttribute("viewBox", `${-edge} ${-edge} ${board.columns * CELL + 2 * edge} ${heightOf(board) * CELL + 2 * edge}`);
}

// Paints the cells: colours and shades below the lines, and digits and marks above them.
export function paintCells(under, over, shown) {
  const { board, given, value, corner, centre, colour, candidates, hinted, solution, kept } = shown;
  under.replaceChildren();
  over.replaceChildren();
  const fill = (layer, cell, look) => shape(layer, "rect", { ...cornerOf(cell, board), width: CELL, height: CELL, class: look });
  for (const cell of hinted?.scope ?? []) fill(under, cell, "nonet-scope");
  colour.forEach((mask, cell) => {
    const { x, y } = cornerOf(cell, board);
    const width = CELL / inMask(mask).length;
    inMask(mask).forEach((number, index) => shape(under, "rect", { x: x + index * width, y, width, height: CELL, fill: COLOURS[number - 1] }));
  });
  for (const cell of (shown.tellsStep && hinted.evidence) || []) fill(under, cell, "nonet-evidence");
  for (const cell of (shown.tellsStep && hinted.cells) || []) fill(under, cell, "nonet-marked");
  shadesOf(board, given.map((digit, cell) => digit || value[cell] || (solution?.[cell] ?? 0))).forEach((cell) => fill(under, cell, "nonet-shaded"));
  for (const cell of shown.clash) fill(under, cell, "nonet-clash");
  for (const cell of shown.pointed) fill(under, cell, "nonet-marked");
  given.forEach((digit, cell) => {
    const { x, y } = cornerOf(cell, board);
    const [middle, here] = [x + CELL / 2, digit || value[cell]];
    const place = { x, y, values: board.values.length, above: board.totals.includes(cell) ? TOTAL : 0 };
    if (here) shape(over, "text", { x: middle, y: y + 29, class: digit ? (shown.spare.includes(cell) ? "nonet-given nonet-spare" : "nonet-given") : "nonet-value" }, here);
    else if (kept && kept[cell] !== solution[cell]) {
      fill(under, cell, "nonet-marked");
      shape(over, "text", { x: x + CELL / 4, y: y + 27, class: "nonet-forced nonet-kept" }, kept[cell]);
      shape(over, "text", { x: x + (CELL * 3) / 4, y: y + 27, class: "nonet-forced" }, solution[cell]);
    } else if (solution) shape(over, "text", { x: middle, y: y + 27, class: "nonet-forced" }, solution[cell]);
    else if (candidates && !corner[cell] && !centre[cell]) paintCandidates(over, place, candidates.counts[cell], candidates.cap);
    else {
      writeMarks(over, middle, y + 24, inMask(centre[cell]).join(board.values.length > 9 ? " " : "")); // so that 1 and 2 do not look like 12
      writeCorners(over, place, inMask(corner[cell]));
      if (!corner[cell] && !centre[cell]) paintPrinted(over, place, board.marks[cell], shown.gone?.[cell]);
    }
  });
}

// Returns the cells that a layer with two values shades, in the layer and on the board. They hold the higher value.
function shadesOf(board, values) {
  const shading = areasOf(board).slice(1).filter((area, index) => area.isBoard && board.layers[index].values.length === 2);
  return shading.flatMap(({ first, count, name }) => {
    const high = board.layers.find((layer) => layer.name === name).values[1];
    return Array.from({ length: count }, (_, cell) => cell).filter((cell) => values[first + cell] === high).flatMap((cell) => [cell, first + cell]);
  });
}

// Paints the player's lines (see penlines.js).
export function paintLines(layer, lines) {
  layer.replaceChildren();
  for (const [key, ink] of Object.entries(lines)) {
    const [x1, y1, x2, y2] = key.split(" ").map((each) => each * CELL);
    shape(layer, "line", { x1, y1, x2, y2, stroke: INKS[ink - 1], class: "nonet-ink" });
  }
}

// Paints what changes most often, so that a selected cell does not repaint all digits.
export function paintSelection(layer, { board, selected, cursor, drawing }) {
  layer.replaceChildren();
  for (const cell of selected) {
    const { x, y } = cornerOf(cell, board);
    const look = cell === cursor ? "nonet-selected nonet-cursor" : "nonet-selected";
    shape(layer, "rect", { x: x + 1.5, y: y + 1.5, width: CELL - 3, height: CELL - 3, rx: 3, class: look });
  }
  if (drawing) paintDrawing(layer, drawing, cursor, board);
}

// Paints the drawing in progress: its cells, its line, and the keyboard's cell.
function paintDrawing(layer, { cells, groups, isLine, hasMargin, hidesCursor }, cursor, board) {
  const { rows, columns } = board;
  const centre = (cell) => {
    const { x, y } = cornerOf(cell, board);
    return `${x + CELL / 2},${y + CELL / 2}`;
  };
  if (hasMargin) shape(layer, "rect", { x: -CELL, y: -CELL, width: (columns + 2) * CELL, height: (rows + 2) * CELL, class: "nonet-margin" });
  for (const cell of cells) shape(layer, "rect", { ...cornerOf(cell, board), width: CELL, height: CELL, class: "nonet-drawn" });
  if (isLine) for (const group of groups) shape(layer, "polyline", { points: group.map(centre).join(" "), class: "nonet-stroke" });
  if (!hidesCursor) shape(layer, "rect", { ...cornerOf(cursor, board), width: CELL, height: CELL, class: "nonet-here" });
}

// Writes the first two marks in the upper corners, the next two in the lower corners, and more marks between them.
// The total of a cage takes the place of the first mark.
function writeCorners(layer, { x, y, above }, values) {
  const first = Math.max(2, Math.ceil(values.length / 2));
  writeRow(layer, x + (above && 10), x + CELL, y + 11, values.slice(0, first));
  writeRow(layer, x, x + CELL, y + CELL - 4, values.slice(first));
}

function writeRow(layer, left, right, y, values) {
  const room = right - left - 2 * CORNER;
  if (widthOf(values.join(" ")) > right - left - 4) return writeMarks(layer, (left + right) / 2, y, values.join(" "), right - left - 4);
  const apart = values.length > 1 ? room / (values.length - 1) : 0;
  values.forEach((value, index) => shape(layer, "text", { x: left + CORNER + index * apart, y, class: "nonet-small" }, value));
}

// A space is half as wide as a digit.
const widthOf = (text) => [...text].reduce((sum, letter) => sum + (letter === " " ? 3 : 6), 0);

// Writes marks in a row, squeezed if they are too wide.
function writeMarks(layer, x, y, text, most = CELL - 4) {
  if (!text) return;
  const squeezed = widthOf(text) > most ? { textLength: most, lengthAdjust: "spacingAndGlyphs" } : {};
  shape(layer, "text", { x, y, class: "nonet-small", ...squeezed }, text);
}

// Paints the printed candidates of a cell, and strikes out the candidates that go.
function paintPrinted(layer, place, mask, gone) {
  for (const value of inMask(mask)) paintSmall(layer, place, value, gone & bit(value) ? "nonet-gone" : "nonet-printed");
}

// Paints a candidate at its place in the cell, which has a place for each value, row by row. The places leave
// room for cages at the sides, and for a total at the top.
export function paintSmall(layer, { x, y, values, above }, value, look) {
  const across = Math.ceil(Math.sqrt(values));
  const wide = (CELL - 2 * SIDE) / across;
  const high = (CELL - 2 * SIDE - above) / Math.ceil(values / across);
  const size = Math.min(11, high * 0.9, (wide * 1.4) / String(values).length);
  const left = x + SIDE + wide * (((value - 1) % across) + 0.5);
  const top = y + SIDE + above + high * (Math.floor((value - 1) / across) + 0.5);
  shape(layer, "text", { x: left, y: top + size * 0.36, "font-size": size, class: look }, value);
}

// Paints each candidate at its place, stronger if fewer solutions have it. An only candidate is large.
function paintCandidates(layer, place, counts, cap) {
  const [only, ...others] = inMask(counts.reduce((mask, count, index) => (count ? mask | bit(index + 1) : mask), 0));
  if (!others.length) return only && shape(layer, "text", { x: place.x + CELL / 2, y: place.y + 27, class: "nonet-forced" }, only);
  counts.forEach((count, index) => {
    if (count) paintSmall(layer, place, index + 1, count === 1 ? "nonet-only" : count < cap ? "nonet-few" : "nonet-many");
  });
}

export function verdictOf(verdict) {
  if (!verdict) return "…";
  const words = { none: "No solution", unique: "One solution", multiple: "Several solutions", unknown: "Unknown" };
  const why = verdict.reason ? `: ${verdict.reason}` : "";
  const by = verdict.backend ? ` (${verdict.backend}, ${Math.max(1, Math.round(1000 * verdict.seconds))} ms)` : "";
  return `${words[verdict.kind]}${why}${by}`;
}

// The number of solutions, or the reason why there is none.
export function countOf({ conflict, count, estimate }) {
  if (!count) return conflict?.said ?? "";
  if (estimate) return `about ${powerOf(estimate.mean)} solutions`;
  return `${count.count.toLocaleString("en")} solutions${count.complete ? "" : " or more"}`;
}

// 7.1 × 10²¹
function powerOf(number) {
  const [digits, power] = number.toExponential(1).split("e+");
  return power < 6 ? Math.round(number).toLocaleString("en") : `${digits} × 10${[...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

export function spokenOf({ board, given, value, centre, corner }, cell) {
  const [row, column] = placeOf(cell, board);
  const { name, top } = areaOf(cell, board);
  const marks = inMask(centre[cell] | corner[cell]);
  const there = given[cell] ? `given ${given[cell]}` : value[cell] || (marks.length ? `marks ${marks.join(" ")}` : "empty");
  return `${name && `${name} `}row ${row - top + 1} column ${column + 1}, ${there}`;
}
