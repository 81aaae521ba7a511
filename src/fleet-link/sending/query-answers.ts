import { Logger } from '@nestjs/common';
import type { Clock } from '../../common/clock.js';
import { Mutex } from '../../common/mutex.js';
import { errorMessage } from '../../common/text.js';
import { yieldWhenLate } from '../../common/time-slices.js';
import { TokenBucket } from '../../common/token-bucket.js';
import type { DownMessage } from '../../fleet-wire/messages.js';
import { encodeMinute, type SwitchState } from '../../fleet-wire/minute.js';
import { encodeMinutes, MAX_MINUTES } from '../../fleet-wire/minutes.js';
import { encodeReply } from '../../fleet-wire/reply.js';
import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { HistoryMinutesService } from '../../history/history-minutes.service.js';
import type { PduProfile } from './pdu-profile.js';
import type { Uplink } from './uplink.js';

type Query = DownMessage<'query'>;

/** A day of minutes takes 24 questions. */
const RATE = { perSecond: 0.5, burst: 30 } as const;
const MAX_WAITING = 30;

/** Answers the questions of the hub, which read only: one at a time and not too many, because switching goes first. */
export class QueryAnswers {
  readonly #logger = new Logger('FleetLink');
  readonly #bucket = new TokenBucket(RATE);
  readonly #mutex = new Mutex();
  #waiting = 0;

  constructor(
    private readonly uplink: Uplink,
    private readonly profile: PduProfile,
    private readonly minutes: HistoryMinutesService,
    private readonly model: PduModel,
    private readonly clock: Clock,
  ) {}

  /** A question beyond the limits is not answered: the hub asks again. */
  async receive(query: Query): Promise<void> {
    if (this.#waiting >= MAX_WAITING || !this.#bucket.take(this.clock.uptime())) return;
    this.#waiting++;
    try {
      await this.#mutex.run(() => this.#answer(query));
    } catch (error) {
      this.#logger.warn(`A question of the hub could not be answered: ${errorMessage(error)}`);
    } finally {
      this.#waiting--;
    }
  }

  async #answer(query: Query): Promise<void> {
    if (!this.uplink.isOpen) return;
    const bytes = query.kind === 'profile' ? this.profile.bytes : await this.#minutesOf(query);
    for (const part of encodeReply(query.id, bytes)) {
      this.uplink.send('reply', part);
      await yieldWhenLate();
    }
  }

  /** At most an hour, and never the minute that is being measured. */
  async #minutesOf({ from = 0, to = from }: Query): Promise<Buffer> {
    const end = Math.min(to, from + MAX_MINUTES, Math.floor(this.clock.now() / 60_000));
    const messages: Buffer[] = [];
    for await (const recorded of this.minutes.read(from, end)) {
      // The history does not have the states of relays and breakers.
      const [relays, breakers] = [unknown(this.model.hasOutlets ? this.model.outlets : []), unknown(this.model.banks)];
      messages.push(encodeMinute({ ...recorded, relays, breakers }, this.profile.series));
    }
    return encodeMinutes(messages);
  }
}

const unknown = (parts: readonly unknown[]): SwitchState[] => parts.map(() => 'unknown');
