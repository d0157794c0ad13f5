// A way to ask whoever answers: the newest question alone, or one after the other. Of these, a question
// whose answer is only said ends when another one is asked.
//
//   const line = new Line(onlyNewest, post)
//
// `post` sends a question, or drops it while nobody is there to hear it: `repeat` asks again then.

const ONLY_SAID = ["hint", "check"];

export class Line {
  constructor(onlyNewest, post) {
    this.onlyNewest = onlyNewest;
    this.post = post;
    this.waiting = []; // the first of them is being answered
    this.nonce = 0;
  }

  ask(question, hear) {
    return new Promise((done) => {
      const [first] = this.waiting;
      const before = this.waiting;
      this.waiting = before.filter((each) => !this.onlyNewest && !ONLY_SAID.includes(each.question.command));
      const ended = before.filter((each) => !this.waiting.includes(each));
      this.waiting.push({ nonce: ++this.nonce, question, hear, done });
      if (this.waiting[0] !== first) this.repeat(); // which ends what was being answered
      for (const each of ended) each.done();
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
    else if (!["end", "canceled"].includes(reply.type)) return asked.hear(reply);
    this.waiting.shift();
    asked.done();
    this.repeat();
  }
}
