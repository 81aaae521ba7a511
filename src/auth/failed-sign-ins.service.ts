import { Injectable, Logger } from '@nestjs/common';
import { AuditLog, type Deed } from '../audit/audit-log.service.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { ApiError } from '../kernel/errors.js';
import { printable } from './printable.js';

export interface FailedSignIn {
  /** As it was typed; the user need not exist. */
  readonly name: string;
  /** Whom the name means, if anybody. */
  readonly userId: number | undefined;
  readonly address: string;
  readonly via: 'session' | 'basic';
}

interface Counted extends FailedSignIn {
  /** Failures after the first. */
  more: number;
}

const WINDOW: Millis = 60_000;
/** Names and addresses told apart in one window. */
const MOST = 20;
const LONGEST_NAME = 100;

/**
 * Records failed sign-ins without letting a flood of them fill the database: the first of each name and address at
 * once, the others as a count at the end of the minute, and at most 20 pairs of name and address a minute. Attempts that
 * were refused with 429 are one count a minute.
 */
@Injectable()
export class FailedSignIns {
  readonly #logger = new Logger('FailedSignIns');
  readonly #counted = new Map<string, Counted>();
  #others = 0;
  /** Attempts that were refused before the password was looked at. */
  #refused = 0;
  #windowEnds: Millis = 0;

  constructor(
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  note({ name, ...attempt }: FailedSignIn): void {
    this.closeWindow();
    const failed = { name: printable(name, LONGEST_NAME), ...attempt };
    const key = JSON.stringify(failed);
    const known = this.#counted.get(key);
    if (known) {
      known.more++;
      return;
    }
    if (this.#counted.size >= MOST) {
      this.#others++;
      return;
    }
    this.#openWindow();
    this.#counted.set(key, { ...failed, more: 0 });
    this.#record([deedOf(failed)]);
  }

  /** Answers what `attempt` answers; one that is refused with 429 is counted. */
  async counting<T>(attempt: Promise<T>): Promise<T> {
    try {
      return await attempt;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TOO_MANY_ATTEMPTS') {
        this.closeWindow();
        this.#openWindow();
        this.#refused++;
      }
      throw error;
    }
  }

  #openWindow(): void {
    if (this.#isIdle) this.#windowEnds = this.clock.uptime() + WINDOW;
  }

  get #isIdle(): boolean {
    return this.#counted.size === 0 && this.#refused === 0;
  }

  /** Records what was only counted, once the minute is over. Looked at on every poll cycle. */
  closeWindow({ early = false } = {}): void {
    if (this.#isIdle || (!early && this.clock.uptime() < this.#windowEnds)) return;
    const repeated = [...this.#counted.values()]
      .filter(({ more }) => more > 0)
      .map((counted) => deedOf(counted, counted.more));
    const others = this.#others > 0 ? [deedOf(OTHERS, this.#others)] : [];
    this.#counted.clear();
    this.#others = 0;
    const refused = this.#refused > 0 ? [refusalsOf(this.#refused)] : [];
    this.#refused = 0;
    this.#record([...repeated, ...others, ...refused]);
  }

  /** Not awaited: the answer to a wrong password must not tell by its time whether anything was written. */
  #record(deeds: Deed[]): void {
    if (deeds.length === 0) return;
    this.audit.record(...deeds).catch((error: unknown) => {
      this.#logger.warn(`A failed sign-in could not be recorded: ${(error as Error).message}`);
    });
  }
}

/** Stands for the names and addresses that were not told apart any more. */
const OTHERS: FailedSignIn = { name: 'others', userId: undefined, address: 'several', via: 'session' };

const refusalsOf = (refused: number): Deed => ({
  kind: 'session.signInRefused',
  object: 'user:unknown',
  cause: { kind: 'system', who: 'failed sign-ins' },
  after: { refused },
  result: 'TOO_MANY_ATTEMPTS',
});

const deedOf = ({ name, userId, address, via }: FailedSignIn, more?: number): Deed => ({
  kind: 'session.signInFailed',
  object: `user:${userId ?? 'unknown'}`,
  cause: { kind: via, who: name, address },
  ...(more !== undefined && { after: { furtherFailures: more } }),
  result: 'SIGN_IN_FAILED',
});
