// The page of `nonet serve`: a board, and two sockets by which it asks.

import { Board } from "./board.js";

const RETRY = 1000; // milliseconds before a server that went away is looked for again

// A way to ask: the newest question alone, or one after the other.
class Line {
  constructor(onlyNewest) {
    this.onlyNewest = onlyNewest;
    this.waiting = []; // the first of them is being answered
    this.nonce = 0;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(`ws://${location.host}/ask${location.search}`);
    this.socket.onopen = () => {
      document.body.classList.remove("away");
      if (this.waiting.length) this.send();
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => {
      document.body.classList.add("away");
      setTimeout(() => this.connect(), RETRY);
    };
  }

  ask(question, hear) {
    return new Promise((done) => {
      if (this.onlyNewest) this.waiting = [];
      this.waiting.push({ nonce: ++this.nonce, question, hear, done });
      if (this.waiting.length === 1) this.send();
    });
  }

  // Asked again when the server comes back.
  send() {
    const { nonce, question } = this.waiting[0];
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ nonce, ...question }));
  }

  hear(reply) {
    const [asked] = this.waiting;
    if (!asked || reply.nonce !== asked.nonce) return;
    if (reply.type === "invalid") asked.hear({ type: "error", message: reply.message });
    else if (reply.type !== "end") return asked.hear(reply);
    this.waiting.shift();
    asked.done();
    if (this.waiting.length) this.send();
  }
}

const [live, errand] = [new Line(true), new Line(false)];
window.board = new Board(document.querySelector("main"), {
  live: (question, hear) => live.ask(question, hear),
  errand: (question, hear) => errand.ask(question, hear),
});
