import { commandsOf, type Operation } from './operation.js';
import { monotonic } from './restarts.js';

const SHOWN = 60;

/** A record of events with their times, to analyse a fault. */
export class Timeline {
  readonly #begin = monotonic();
  readonly #lines: { readonly at: number; readonly text: string }[] = [];

  note(text: string, at = monotonic()): void {
    this.#lines.push({ at, text });
  }

  /** The commands of an operation and their answers. */
  commands(operation: Operation): void {
    for (const { order, run, sentAt, settledAt, status = 'not at all' } of commandsOf(operation)) {
      this.note(`${operation.relay} was sent ${order} in run ${run}`, sentAt);
      if (settledAt !== undefined) this.note(`${operation.relay}: ${order} was answered ${status}`, settledAt);
    }
  }

  /** An error with the history of a relay. */
  fault(relay: string, sentence: string, operation?: Operation): Error {
    if (operation) this.commands(operation);
    const story = this.#lines
      .filter(({ text }) => text.startsWith(relay) || text.startsWith('run'))
      .sort((a, b) => a.at - b.at)
      .slice(-SHOWN);
    const since = (at: number): string => Math.round(at - this.#begin).toString();
    return new Error([`${relay} ${sentence}`, ...story.map(({ at, text }) => `${since(at)} ms: ${text}`)].join('\n'));
  }
}
