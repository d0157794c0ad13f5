// Places on a board: cells by number or name, and points. A point is its distances, in cell widths,
// from the upper left corner of the board. The cells of layers lie below the board, layer by layer.

export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// Returns the areas of cells: the board, and the layers below it. A free row with the name is above each layer.
export function areasOf({ rows, columns, layers = [] }) {
  const areas = [{ name: "", first: 0, count: rows * columns, top: 0, isBoard: true }];
  for (const { name, count, board } of layers) {
    const { first, top, count: before } = areas.at(-1);
    areas.push({ name, first: first + before, count, top: top + Math.ceil(before / columns) + 1, isBoard: board });
  }
  return areas;
}

export const areaOf = (cell, size) => areasOf(size).findLast(({ first }) => first <= cell);

// Returns the number of rows of the board and all layers.
export function heightOf(size) {
  const { top, count } = areasOf(size).at(-1);
  return top + Math.ceil(count / size.columns);
}

export const inside = (row, column, { rows, columns }) => row >= 0 && row < rows && column >= 0 && column < columns;

// Returns the cell at a point if its centre is within reach, so that a diagonal line skips the cells
// that it touches only at a corner.
export function cellAt({ x, y }, size, reach = 1) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const isNear = Math.hypot(x - column - 0.5, y - row - 0.5) < reach;
  return isNear ? cellIn(row, column, size) : null;
}

function cellIn(row, column, size) {
  const { first, count, top } = areasOf(size).findLast((area) => area.top <= row) ?? { count: 0 };
  const index = (row - top) * size.columns + column;
  return column >= 0 && column < size.columns && index < count ? first + index : null;
}

export function placeOf(cell, size) {
  const { first, top } = areaOf(cell, size);
  return [top + Math.floor((cell - first) / size.columns), (cell - first) % size.columns];
}

export function nameOf(cell, size) {
  const { name, first, top, isBoard } = areaOf(cell, size);
  const [row, column] = placeOf(cell, size);
  const own = isBoard ? `r${row - top + 1}c${column + 1}` : `${cell - first + 1}`;
  return name ? `${name}.${own}` : own;
}

// Returns the cells that a text names, such as the JSON of a rule.
export function cellsNamed(text, size) {
  const firsts = new Map(areasOf(size).map(({ name, first }) => [name, first]));
  const cells = [];
  for (const [, layer = "", row, column, single, number] of text.matchAll(/(?:([a-z][a-z0-9_]*)\.)?r(\d+)c(\d+)|([a-z][a-z0-9_]*)\.(\d+)/g)) {
    const first = firsts.get(single ?? layer);
    if (first !== undefined) cells.push(first + (single ? Number(number) : (row - 1) * size.columns + Number(column)) - 1);
  }
  return cells;
}

// Returns the cell that an arrow key leads to, or null for other keys. Beyond an edge of the board the
// cursor appears at the opposite edge.
export function stepFrom(cell, key, size) {
  const step = ARROWS[key];
  if (!step) return null;
  const height = heightOf(size);
  let [row, column] = placeOf(cell, size);
  do {
    row = (row + step[0] + height) % height;
    column = (column + step[1] + size.columns) % size.columns;
  } while (cellIn(row, column, size) === null);
  return cellIn(row, column, size);
}

// Yields points between two others, so that a quick drag skips no cell.
export function* onTheWay(from, to) {
  const count = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 0.2);
  for (let i = 1; i <= count; i++) yield { x: from.x + ((to.x - from.x) * i) / count, y: from.y + ((to.y - from.y) * i) / count };
}
