import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import type { Cause } from '../../common/cause.js';
import { Clock, type Millis } from '../../common/clock.js';
import { Ticks } from '../../kernel/ticks.js';
import type { EventOccurrence } from '../event-occurrence.js';
import { TokenBucket } from '../../common/token-bucket.js';

/** The limit of all automations together; the events of one user have half of it. */
const RUNS = { perSecond: 20, burst: 400 };
const RUNS_OF_ONE = { perSecond: 10, burst: 300 };
const OCCURRENCES = { perSecond: 50, burst: 500 };
const OCCURRENCES_OF_ONE = { perSecond: 25, burst: 300 };

const ONE_MINUTE: Millis = 60_000;
const CAUSE: Cause = { kind: 'system', who: 'automation' };

type Counted = Pick<EventOccurrence, 'maker'>;

/**
 * Bounds what automations ask of the controller altogether, so that no role with events can take the storage or the
 * network away from everybody. What is refused is counted, and reported once a minute. Switching by hand is not counted.
 */
@Injectable()
export class AutomationLimitsService implements OnModuleInit {
  readonly #logger = new Logger('Actions');
  readonly #runs = new Shares(RUNS, RUNS_OF_ONE);
  readonly #occurrences = new Shares(OCCURRENCES, OCCURRENCES_OF_ONE);
  #refused = { runs: 0, occurrences: 0 };
  #reportedAt: Millis = -Infinity;

  constructor(
    private readonly audit: AuditLogService,
    private readonly ticks: Ticks,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.ticks.onTick('actions', () => this.#onTick());
  }

  /** True if one more action may run for this event; counts it either way. */
  mayRun(occurrence: Counted, hasCapacity: boolean): boolean {
    const may = hasCapacity && this.#runs.take(occurrence.maker, this.clock.uptime());
    if (!may) this.#refused.runs++;
    return may;
  }

  /** True if one more occurrence of this event may be stored; counts it either way. */
  mayStore(occurrence: Counted): boolean {
    const may = this.#occurrences.take(occurrence.maker, this.clock.uptime());
    if (!may) this.#refused.occurrences++;
    return may;
  }

  /** Logs what was refused, at most once a minute. */
  #onTick(): void {
    const { runs, occurrences } = this.#refused;
    const now = this.clock.uptime();
    if (runs + occurrences === 0 || now - this.#reportedAt < ONE_MINUTE) return;
    this.#reportedAt = now;
    this.#refused = { runs: 0, occurrences: 0 };
    this.#logger.warn(`Too many events: ${runs} runs of actions were refused, ${occurrences} occurrences not stored.`);
    void this.audit.tryToRecord({
      kind: 'automation.limit',
      object: 'automation',
      cause: CAUSE,
      after: { runsRefused: runs, occurrencesNotStored: occurrences },
      result: 'TOO_OFTEN',
    });
  }
}

/** One bucket for all, and one for each maker: whoever takes more than a share leaves the rest to the others. */
class Shares {
  readonly #all: TokenBucket;
  readonly #ofOne = new Map<string, TokenBucket>();

  constructor(
    all: typeof RUNS,
    private readonly one: typeof RUNS,
  ) {
    this.#all = new TokenBucket(all);
  }

  take(maker: string | undefined, uptime: Millis): boolean {
    const own = this.#bucketOf(maker ?? '', uptime);
    return own.has(uptime) && this.#all.has(uptime) && own.take(uptime) && this.#all.take(uptime);
  }

  #bucketOf(maker: string, uptime: Millis): TokenBucket {
    for (const [name, bucket] of this.#ofOne) if (name !== maker && bucket.isFull(uptime)) this.#ofOne.delete(name);
    const bucket = this.#ofOne.get(maker) ?? new TokenBucket(this.one);
    this.#ofOne.set(maker, bucket);
    return bucket;
  }
}
