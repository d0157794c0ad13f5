// Places on a board: cells by number or name, and points. A point is its distances, in cell widths,
// from the upper left corner of the board.

export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export const inside = (row, column, { rows, columns }) => row >= 0 && row < rows && column >= 0 && column < columns;

// Returns the cell at a point if its centre is within reach, so that a diagonal line skips the cells
// that it touches only at a corner.
export function cellAt({ x, y }, size, reach = 1) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const isNear = Math.hypot(x - column - 0.5, y - row - 0.5) < reach;
  return isNear && inside(row, column, size) ? row * size.columns + column : null;
}

export const placeOf = (cell, { columns }) => [Math.floor(cell / columns), cell % columns];

export function nameOf(cell, size) {
  const [row, column] = placeOf(cell, size);
  return `r${row + 1}c${column + 1}`;
}

// Returns the cells that a text names, such as the JSON of a rule.
export function cellsNamed(text, { columns }) {
  return [...text.matchAll(/r(\d+)c(\d+)/g)].map(([, row, column]) => (row - 1) * columns + Number(column) - 1);
}

// Returns the cell that an arrow key leads to, or null for other keys. Beyond an edge of the board the
// cursor appears at the opposite edge.
export function stepFrom(cell, key, size) {
  const step = ARROWS[key];
  if (!step) return null;
  const [row, column] = placeOf(cell, size);
  return ((row + step[0] + size.rows) % size.rows) * size.columns + ((column + step[1] + size.columns) % size.columns);
}

// Yields points between two others, so that a quick drag skips no cell.
export function* onTheWay(from, to) {
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 0.2);
  for (let i = 1; i <= count; i++) yield { x: from.x + ((to.x - from.x) * i) / count, y: from.y + ((to.y - from.y) * i) / count };
}
