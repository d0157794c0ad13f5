// The solving time. The clock runs in Solve while the page is visible.

export class Timer {
  constructor(place) {
    this.place = place;
    this.spent = 0; // seconds before the last pause
    this.since = null; // the time of the last start, or null during a pause
    this.wanted = false;
    this.look = () => this.turn();
    document.addEventListener("visibilitychange", this.look);
    this.ticking = setInterval(() => this.show(), 1000);
  }

  get seconds() {
    return this.spent + (this.since === null ? 0 : (performance.now() - this.since) / 1000);
  }

  set seconds(spent) {
    this.spent = spent;
    if (this.since !== null) this.since = performance.now();
    this.show();
  }

  run(wanted) {
    this.wanted = wanted;
    this.turn();
  }

  turn() {
    const runs = this.wanted && !document.hidden;
    if (runs && this.since === null) this.since = performance.now();
    if (!runs) {
      this.spent = this.seconds;
      this.since = null;
    }
    this.show();
  }

  show() {
    this.place.textContent = this.wanted || this.seconds >= 1 ? this.text : "";
  }

  // 4:07, or 1:04:07.
  get text() {
    const whole = Math.floor(this.seconds);
    const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
    if (!parts[0]) parts.shift();
    return parts.map((part, index) => (index ? String(part).padStart(2, "0") : part)).join(":");
  }

  end() {
    document.removeEventListener("visibilitychange", this.look);
    clearInterval(this.ticking);
  }
}
