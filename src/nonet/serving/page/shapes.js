// The shapes of rules: the cells of a press or a drag, and the keys of a rule for these cells.
//
// A drawing is a list of groups of cells. The columns of this table:
//   begins    the effect of a press: it begins a "new" drawing, continues the "same" group, or begins
//             "another" group
//   atOnce    whether releasing the pointer adds the rule
//   at        the function from a point to cells, for signs between cells or outside the board
//   meant     the function from the cells chosen by keyboard to the cells of the rule
//   says      the function from a point to other keys
//   margin    whether the sign is outside the board

import { inside, nameOf, placeOf } from "./places.js";

export const SHAPES = {
  board: {},
  line: { begins: "new", atOnce: true, hint: "Drag along the line." },
  cells: { begins: "same", hint: "Press or drag over the cells, then press Enter or Add." },
  groups: { begins: "another", hint: "Drag over each group, then press Enter or Add." },
  edge: { begins: "new", atOnce: true, at: edgeAt, hint: "Press an edge." },
  corner: { begins: "new", atOnce: true, at: cornerAt, meant: squareFrom, hint: "Press a corner." },
  outside: { begins: "new", atOnce: true, at: outsideAt, meant: lineFrom, margin: true, hint: "Press outside the board." },
  diagonal: { begins: "new", atOnce: true, at: diagonalAt, says: directionAt, margin: true, hint: "Press outside the board, to the left or right of the middle." },
  regions: { hint: "Drag from a region into its neighbours. To begin a region, double-click a cell, press Enter, or drag with Shift." },
  rules: { hint: "Draw its parts as rules, then enter their numbers from the list." },
};

const DIAGONALS = { "down-right": [1, 1], "down-left": [1, -1], "up-right": [-1, 1], "up-left": [-1, -1] };

const among = (least, number, most) => Math.max(least, Math.min(number, most));

function edgeAt({ x, y }, { rows, columns }) {
  const [across, down] = [among(1, Math.round(x), columns - 1), among(1, Math.round(y), rows - 1)];
  const [row, column] = [among(0, Math.floor(y), rows - 1), among(0, Math.floor(x), columns - 1)];
  if (Math.abs(x - across) < Math.abs(y - down)) return [row * columns + across - 1, row * columns + across];
  return [(down - 1) * columns + column, down * columns + column];
}

function cornerAt({ x, y }, size) {
  const [down, across] = [among(1, Math.round(y), size.rows - 1), among(1, Math.round(x), size.columns - 1)];
  return squareFrom([(down - 1) * size.columns + across - 1], size);
}

// If there is only one cell, returns the 2×2 square with this cell at its upper left.
function squareFrom(cells, size) {
  const [row, column] = placeOf(cells[0], size);
  if (cells.length > 1 || !inside(row + 1, column + 1, size)) return cells;
  return [cells[0], cells[0] + 1, cells[0] + size.columns, cells[0] + size.columns + 1];
}

function ray(row, column, down, right, size) {
  const cells = [];
  for (; inside(row, column, size); row += down, column += right) cells.push(row * size.columns + column);
  return cells;
}

function outsideAt({ x, y }, size) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const down = row < 0 ? 1 : row >= size.rows ? -1 : 0;
  const right = column < 0 ? 1 : column >= size.columns ? -1 : 0;
  return down && right ? [] : down || right ? lineFrom(ray(row + down, column + right, down, right, size), size) : [];
}

// Returns the line from the first cell through the second to the edge. If there is only one cell, the
// line goes from it across the board.
function lineFrom(cells, size) {
  if (!cells.length) return cells;
  const [row, column] = placeOf(cells[0], size);
  const [below, beside] = cells.length > 1 ? placeOf(cells[1], size) : [row, column];
  const inwards = row === 0 ? [1, 0] : column === 0 ? [0, 1] : row === size.rows - 1 ? [-1, 0] : [0, -1];
  const [down, right] = cells.length > 1 ? [below - row, beside - column] : inwards;
  return ray(row, column, down, right, size);
}

// Returns the diagonal from an outside cell that is nearest to the point.
function directionAt({ x, y }, size) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const leave = ([, [down, right]]) => inside(row + down, column + right, size);
  const distance = ([, [down, right]]) => Math.hypot(x - column - 0.5 - right / 4, y - row - 0.5 - down / 4);
  const [nearest] = Object.entries(DIAGONALS).filter(leave).sort((a, b) => distance(a) - distance(b));
  return !inside(row, column, size) && nearest ? { direction: nearest[0] } : null;
}

function diagonalAt(point, size) {
  const said = directionAt(point, size);
  if (!said) return [];
  const [down, right] = DIAGONALS[said.direction];
  return ray(Math.floor(point.y) + down, Math.floor(point.x) + right, down, right, size);
}

const keyOf = ({ keys }, part) => keys.find(({ name }) => name === part);

// Returns the form's questions about a line with several parts: the length of each part but the last.
export function lengthsOf(rule) {
  const parts = rule.shape === "line" ? rule.parts.slice(0, -1) : [];
  const keys = parts.map((part) => keyOf(rule, part)).filter(({ kind }) => kind === "cells");
  return keys.map(({ name, label }) => ({ name, label: `Cells of the ${label.toLowerCase()}`, kind: "length", required: false, default: 1 }));
}

// Returns the keys of a rule for a drawing. If there are several keys, each takes one cell, or as many
// cells as the form says, and the last key takes the rest. Cells without a visible order are in
// reading order.
export function keysOf(rule, groups, size, lengths) {
  const { shape, parts } = rule;
  const inOrder = (cells) => (["line", "edge", "outside", "diagonal"].includes(shape) ? cells : cells.toSorted((a, b) => a - b));
  const names = (cells) => inOrder(cells).map((cell) => nameOf(cell, size));
  if (shape === "groups") {
    const found = groups.filter((cells) => cells.length).map(names);
    return parts.length === 1 ? { [parts[0]]: found } : Object.fromEntries(parts.map((part, index) => [part, found[index] ?? []]));
  }
  const cells = SHAPES[shape].meant?.(groups.flat(), size) ?? groups.flat();
  let next = 0;
  const said = parts.map((part, index) => {
    const first = next;
    next = index === parts.length - 1 ? cells.length : first + (lengths[part] ?? 1);
    if (keyOf(rule, part).kind === "cell") return [part, cells.length > first ? nameOf(cells[first], size) : ""];
    return [part, names(cells.slice(first, next))];
  });
  return Object.fromEntries(said);
}

// Returns the rules with a new one. If the new rule is made of other rules, it replaces them in the list.
export function withRule(rules, rule) {
  if (!Array.isArray(rule.rules)) return [...rules, rule];
  const within = rule.rules.map((said) => (typeof said === "number" ? (rules[said - 1] ?? { rule: String(said) }) : said));
  return [...rules.filter((each) => !within.includes(each)), { ...rule, rules: within }];
}

// Returns the index of a rule, or -1. It compares contents because each reply has new objects.
export function placeIn(rules, rule) {
  const said = JSON.stringify(rule);
  return rules.findIndex((each) => JSON.stringify(each) === said);
}
