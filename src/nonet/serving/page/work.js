// The work that is kept: what is on the board, and how it is looked at.

const KEPT = "nonet-board";
const UNREAD = "nonet-board-unread"; // kept work that the server did not take

export function keep(board) {
  try {
    const { board: shown, ...marks } = board.state;
    const { setting, timer } = board;
    const candidates = board.find("[data-do=candidates]").checked;
    board.store.setItem(KEPT, JSON.stringify({ model: board.model(), seconds: timer.seconds, setting, candidates, ...marks }));
  } catch {
    // no room, or not allowed: the work is on the board all the same
  }
}

// Work that the server does not take is put aside, not lost; without any other board, an empty one is there.
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
    return [null, null]; // what is there is not ours
  }
}

function putAside(store, text) {
  try {
    store.setItem(UNREAD, text);
  } catch {
    // no room
  }
}
