import type { Millis } from '../../common/clock.js';

/** A command that is sent again within this time is the same command. */
const REMEMBERED: Millis = 10 * 60_000;
const MAX_IDS = 256;
/** No id is forgotten while its time of sending could still be accepted, however many there are. */
const NEVER_BEFORE: Millis = 40_000;

/** The answers to the commands of the last minutes, by their ids. */
export class SeenCommands<Answer> {
  readonly #seen = new Map<string, { readonly at: Millis; readonly answer: Promise<Answer> }>();

  /** The number of ids that are remembered. */
  get size(): number {
    return this.#seen.size;
  }

  /** The answer of the work, which is done once for an id: whoever asks again gets the first answer. */
  once(id: string, uptime: Millis, work: () => Promise<Answer>): Promise<Answer> {
    this.#forgetOld(uptime);
    const known = this.#seen.get(id);
    if (known) return known.answer;
    const answer = work();
    this.#seen.set(id, { at: uptime, answer });
    return answer;
  }

  #forgetOld(uptime: Millis): void {
    for (const [id, { at }] of this.#seen) {
      const age = uptime - at;
      const isSurplus = this.#seen.size >= MAX_IDS && age >= NEVER_BEFORE;
      if (age < REMEMBERED && !isSurplus) return; // the others are younger
      this.#seen.delete(id);
    }
  }
}
