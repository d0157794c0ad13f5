// A way to ask whoever answers: the newest question alone, or one after the other.
//
//   const line = new Line(onlyNewest, post)
//
// `post` sends a question, or drops it while nobody is there to hear it: `repeat` asks again then.

export class Line {
  constructor(onlyNewest, post) {
    this.onlyNewest = onlyNewest;
    this.post = post;
    this.waiting = []; // the first of them is being answered
    this.nonce = 0;
  }

  ask(question, hear) {
    return new Promise((done) => {
      if (this.onlyNewest) this.waiting = [];
      this.waiting.push({ nonce: ++this.nonce, question, hear, done });
      if (this.waiting.length === 1) this.repeat();
    });
  }

  repeat() {
    if (!this.waiting.length) return;
    const { nonce, question } = this.waiting[0];
    this.post({ nonce, ...question });
  }

  hear(reply) {
    const [asked] = this.waiting;
    if (!asked || reply.nonce !== asked.nonce) return;
    if (reply.type === "invalid") asked.hear({ type: "error", message: reply.message });
    else if (reply.type !== "end") return asked.hear(reply);
    this.waiting.shift();
    asked.done();
    this.repeat();
  }
}
