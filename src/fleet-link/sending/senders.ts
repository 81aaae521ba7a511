import { Injectable } from '@nestjs/common';
import { Clock, type Millis } from '../../common/clock.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import { HistoryMinutesService } from '../../history/history-minutes.service.js';
import { HistoryRecorderService } from '../../history/history-recorder.service.js';
import { EventOutbox } from '../events/event-outbox.js';
import { EventSender } from '../events/event-sender.js';
import { MinuteSender } from './minute-sender.js';
import { PduProfile } from './pdu-profile.js';
import { QueryAnswers } from './query-answers.js';
import { StateSender } from './state-sender.js';
import { TickSender } from './tick-sender.js';
import type { Uplink } from './uplink.js';

/** Everything that a controller sends to its hub by itself or when asked, besides the outcomes of commands. */
export class Senders {
  constructor(
    readonly states: StateSender,
    readonly minutes: MinuteSender,
    readonly ticks: TickSender,
    readonly events: EventSender,
    readonly queries: QueryAnswers,
  ) {}

  onConnect(): void {
    this.states.onConnect();
    this.ticks.restart();
    this.events.onConnect();
  }

  onSnapshot(now: Snapshot): void {
    this.states.onSnapshot(now);
    this.minutes.onSnapshot(now);
    this.ticks.onSnapshot(now);
  }
}

@Injectable()
export class SenderFactory {
  constructor(
    private readonly driver: PduDriver,
    private readonly recorder: HistoryRecorderService,
    private readonly minutes: HistoryMinutesService,
    private readonly profile: PduProfile,
    private readonly outbox: EventOutbox,
    private readonly clock: Clock,
  ) {}

  /** @param hubTime the hub's clock; undefined while it is not known */
  make(uplink: Uplink, run: number, pdu: string, hubTime: () => Millis | undefined): Senders {
    const { model } = this.driver;
    const { series } = this.profile;
    return new Senders(
      new StateSender(uplink, model, run),
      new MinuteSender(uplink, series, model, pdu),
      new TickSender(uplink, series, this.recorder.objects, run),
      new EventSender(uplink, this.outbox, this.clock, run, hubTime),
      new QueryAnswers(uplink, this.profile, this.minutes, model, this.clock),
    );
  }
}
