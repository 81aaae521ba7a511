import { commandsOf, type Errand } from './errand.js';
import { monotonic } from './lives.js';

const SHOWN = 60;

/** What happened when, for whoever has to understand a fault. */
export class Journal {
  readonly #begin = monotonic();
  readonly #lines: { readonly at: number; readonly text: string }[] = [];

  note(text: string, at = monotonic()): void {
    this.#lines.push({ at, text });
  }

  /** What was asked in an errand, and what was answered. */
  commands(errand: Errand): void {
    for (const { order, life, sentAt, settledAt, status = 'not at all' } of commandsOf(errand)) {
      this.note(`${errand.relay} was told ${order} in life ${life}`, sentAt);
      if (settledAt !== undefined) this.note(`${errand.relay}: ${order} was answered ${status}`, settledAt);
    }
  }

  /** An error that tells the story of a relay up to here. */
  fault(relay: string, sentence: string, errand?: Errand): Error {
    if (errand) this.commands(errand);
    const story = this.#lines
      .filter(({ text }) => text.startsWith(relay) || text.startsWith('life'))
      .sort((a, b) => a.at - b.at)
      .slice(-SHOWN);
    const since = (at: number): string => Math.round(at - this.#begin).toString();
    return new Error([`${relay} ${sentence}`, ...story.map(({ at, text }) => `${since(at)} ms: ${text}`)].join('\n'));
  }
}
