import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Millis } from '../common/clock.js';

const FIRST_DELAY: Millis = 60_000;
const LONGEST_DELAY: Millis = 3_600_000;
/** A PDU that has run for so long before an error is not one that fails at every start. */
const LASTING: Millis = 600_000;

/**
 * The PDUs in whose work an error was thrown that nobody has caught. Such an error ends the process, with all PDUs. At the next
 * start that PDU waits, so that it does not end the others again and again.
 */
export class CrashRecord {
  readonly #counts: Map<string, number>;

  /** @param file kept until a stop on request */
  constructor(private readonly file: string) {
    this.#counts = new Map(Object.entries(read(file)));
  }

  /** The time after the start of the collector in which the PDU is not started. */
  delayOf(pdu: string): Millis {
    const count = this.#counts.get(pdu) ?? 0;
    return count === 0 ? 0 : Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (count - 1));
  }

  /**
   * Called while the process ends.
   * @param ranFor time for which the PDU has run
   */
  add(pdu: string, ranFor: Millis): void {
    this.#counts.set(pdu, ranFor < LASTING ? (this.#counts.get(pdu) ?? 0) + 1 : 1);
    try {
      writeFileSync(this.file, JSON.stringify(Object.fromEntries(this.#counts)));
    } catch {
      // The error that ends the process is the one to be shown, not that of a full disk.
    }
  }

  /** The process was stopped on request: what was before counts no more. */
  clear(): void {
    rmSync(this.file, { force: true });
  }
}

function read(file: string): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const entries = Object.entries(stored as object).filter(([, count]) => Number.isInteger(count) && count > 0);
    return Object.fromEntries(entries);
  } catch {
    return {}; // there is none, or it was being written when the power was cut
  }
}
