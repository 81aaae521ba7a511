/** Messages that wait to be sent, oldest first; when it is full the oldest leaves, and is counted. */
export class Outbox {
  readonly #messages: Buffer[] = [];
  /** How many left unsent and were not reported yet. */
  dropped = 0;

  constructor(private readonly limit: number) {}

  get isEmpty(): boolean {
    return this.#messages.length === 0;
  }

  push(message: Buffer): void {
    this.#messages.push(message);
    if (this.#messages.length <= this.limit) return;
    this.#messages.shift();
    this.dropped++;
  }

  /** Takes the oldest out, to be sent. */
  take(): Buffer | undefined {
    return this.#messages.shift();
  }

  /** A message that could not be sent is the oldest again, unless newer ones have filled its place. */
  putBack(message: Buffer): void {
    if (this.#messages.length < this.limit) this.#messages.unshift(message);
    else this.dropped++;
  }

  clear(): void {
    this.#messages.length = 0;
    this.dropped = 0;
  }
}
