import { Injectable, Logger } from '@nestjs/common';
import { AuditLogService, type AuditRecord } from '../../audit/audit-log.service.js';
import type { ProtocolName } from '../../common/access.js';
import { Clock, type Millis } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import { printable } from '../../common/text.js';

export interface FailedSignIn {
  /** Name as it was typed; the user need not exist. */
  readonly name: string;
  /** The user with this name, if there is one. */
  readonly userId: number | undefined;
  readonly address: string;
  readonly via: 'session' | 'basic' | ProtocolName;
}

interface Counted extends FailedSignIn {
  /** Number of failures after the first. */
  more: number;
}

const WINDOW: Millis = 60_000;
/** Largest number of name and address pairs recorded separately in one window. */
const MAX_PAIRS = 20;
const MAX_NAME_LENGTH = 100;

/**
 * Records failed sign-ins without letting a flood of them fill the database: the first of each name and address at
 * once, the others as a count at the end of the minute, with at most 20 pairs of name and address a minute. Attempts
 * refused with 429 add one count a minute.
 */
@Injectable()
export class FailedSignInLog {
  readonly #logger = new Logger('FailedSignIns');
  readonly #counted = new Map<string, Counted>();
  #others = 0;
  /** Attempts that were refused before the password was checked. */
  #refused = 0;
  #windowEnds: Millis = 0;

  constructor(
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  note({ name, ...attempt }: FailedSignIn): void {
    this.closeWindow();
    const failed = { name: printable(name, MAX_NAME_LENGTH), ...attempt };
    const key = JSON.stringify(failed);
    const known = this.#counted.get(key);
    if (known) {
      known.more++;
      return;
    }
    if (this.#counted.size >= MAX_PAIRS) {
      this.#others++;
      return;
    }
    this.#openWindow();
    this.#counted.set(key, { ...failed, more: 0 });
    this.#record([auditRecordOf(failed)]);
  }

  /** Returns the result of `attempt`, and counts one that is refused with 429. */
  async counting<T>(attempt: Promise<T>): Promise<T> {
    try {
      return await attempt;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TOO_MANY_ATTEMPTS') this.countRefused();
      throw error;
    }
  }

  /** Counts an attempt that is refused with 429. */
  countRefused(): void {
    this.closeWindow();
    this.#openWindow();
    this.#refused++;
  }

  #openWindow(): void {
    if (this.#isIdle) this.#windowEnds = this.clock.uptime() + WINDOW;
  }

  get #isIdle(): boolean {
    return this.#counted.size === 0 && this.#refused === 0;
  }

  /** Records the counts once the minute is over. Called on every poll cycle. */
  closeWindow({ early = false } = {}): void {
    if (this.#isIdle || (!early && this.clock.uptime() < this.#windowEnds)) return;
    const repeated = [...this.#counted.values()]
      .filter(({ more }) => more > 0)
      .map((counted) => auditRecordOf(counted, counted.more));
    const others = this.#others > 0 ? [auditRecordOf(OTHERS, this.#others)] : [];
    this.#counted.clear();
    this.#others = 0;
    const refused = this.#refused > 0 ? [refusalsOf(this.#refused)] : [];
    this.#refused = 0;
    this.#record([...repeated, ...others, ...refused]);
  }

  /** Not awaited: the time of the response to a wrong password must not reveal whether anything was written. */
  #record(auditRecords: AuditRecord[]): void {
    if (auditRecords.length === 0) return;
    this.audit.record(...auditRecords).catch((error: unknown) => {
      this.#logger.warn(`A failed sign-in could not be recorded: ${(error as Error).message}`);
    });
  }
}

/** Stands for the names and addresses beyond those recorded separately. */
const OTHERS: FailedSignIn = { name: 'others', userId: undefined, address: 'several', via: 'session' };

const refusalsOf = (refused: number): AuditRecord => ({
  kind: 'session.signInRefused',
  object: 'user:unknown',
  cause: { kind: 'system', who: 'failed sign-ins' },
  after: { refused },
  result: 'TOO_MANY_ATTEMPTS',
});

const auditRecordOf = ({ name, userId, address, via }: FailedSignIn, more?: number): AuditRecord => ({
  kind: 'session.signInFailed',
  object: `user:${userId ?? 'unknown'}`,
  cause: { kind: via, who: name, address },
  ...(more !== undefined && { after: { furtherFailures: more } }),
  result: 'SIGN_IN_FAILED',
});
