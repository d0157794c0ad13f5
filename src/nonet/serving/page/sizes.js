// Empty boards: their sizes, and their boxes or regions.

export const SIDES = [9, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16];

// Returns the possible boxes for a side, with their names. The usual ones come first.
export function boxesOf(side) {
  const heights = [...Array(side).keys()].filter((height) => height > 1 && side % height === 0);
  const lying = heights.filter((height) => height * height <= side).reverse();
  const standing = heights.filter((height) => height * height > side);
  const boxes = [...lying, ...standing].map((height) => [`${height}×${side / height} boxes`, { rule: "boxes", height, width: side / height }]);
  const rows = Array.from({ length: side }, (_, row) => Array.from({ length: side }, (_, column) => `r${row + 1}c${column + 1}`));
  return [...boxes, ["no boxes", null], ["regions to paint", { rule: "regions", regions: rows }]];
}

export function emptyModel(side, boxes) {
  const rules = [{ rule: "rows" }, { rule: "columns" }, ...(boxes ? [boxes] : [])];
  return { format: "nonet", version: 1, grid: { rows: side, columns: side, values: [1, side] }, givens: {}, rules };
}
