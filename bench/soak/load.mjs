import { setTimeout as sleep } from 'node:timers/promises';

/** A work that has not ended by then is counted as hanging, and the next begins. */
const LIMIT_MS = 20_000;

/** The name of no user; wrong passwords of a user would lock the account. */
export const NOBODY = 'nobody';
/** One in so many attempts has a wrong name: one a minute of each kind, as more than 20 in five minutes block their sender. */
export const WRONG_EVERY = { signIn: 200, nut: 120, ssh: 120 };

/** Works that are repeated until they are stopped, and how often each has ended in which way. */
export class Load {
  #counts = new Map();
  #works = [];
  #isGoing = true;

  get isGoing() {
    return this.#isGoing;
  }

  count(what, times = 1) {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  /** @param work gets how often it has run before; resolves with an HTTP status, or with what else is to be counted */
  repeat(what, pauseMs, work) {
    this.#works.push(this.#repeated(what, pauseMs, work));
  }

  async #repeated(what, pauseMs, work) {
    const run = async (time) => work(time);
    for (let time = 0; this.#isGoing; time++) {
      const limit = new AbortController();
      const hangs = sleep(LIMIT_MS, 'hangs', { signal: limit.signal }).catch(() => undefined);
      const done = run(time).catch((error) => error.cause?.code ?? error.code ?? error.message);
      const end = await Promise.race([done, hangs]);
      limit.abort();
      this.count(end === 200 || end === undefined ? what : `${what} (${end})`);
      await sleep(pauseMs);
    }
  }

  /** Resolves once all works have ended, with the counts as one text. */
  async stop() {
    this.#isGoing = false;
    await Promise.all(this.#works);
    return [...this.#counts]
      .sort()
      .map(([what, count]) => `${what} ${count}`)
      .join(', ');
  }
}
