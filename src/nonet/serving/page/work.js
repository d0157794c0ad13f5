// Saved work: the board, its values and marks, and the settings.

const KEPT = "nonet-board";
const UNREAD = "nonet-board-unread"; // saved work that the server refused

export function keep(board) {
  try {
    const { board: shown, ...marks } = board.state;
    const { setting, timer } = board;
    const candidates = board.find("[data-do=candidates]").checked;
    board.store.setItem(KEPT, JSON.stringify({ model: board.model(), seconds: timer.seconds, setting, candidates, ...marks }));
  } catch {
    // The storage is full or not allowed, but the work is still on the board.
  }
}

// Opens the saved work. If the server refuses it, the work moves to UNREAD and an empty board opens.
export async function restore(board) {
  const [text, kept] = found(board.store);
  if (kept?.model && (await board.open({ command: "draw", model: kept.model }, kept))) return;
  const error = board.find(".nonet-error").textContent;
  if (kept?.model) putAside(board.store, text);
  if (!board.state) await board.open({ command: "draw", model: board.empty() });
  if (error) board.find(".nonet-error").textContent = error;
}

function found(store) {
  try {
    const text = store.getItem(KEPT);
    return [text, JSON.parse(text)];
  } catch {
    return [null, null]; // the stored text is not from nonet
  }
}

function putAside(store, text) {
  try {
    store.setItem(UNREAD, text);
  } catch {
    // The storage is full.
  }
}
