import type { INestApplicationContext } from '@nestjs/common';
import { ActionDispatcherService } from '../../actions/execution/action-dispatcher.service.js';
import type { CallerWithAddress } from '../../common/access.js';
import { zoneOf } from '../../common/calendar.js';
import { Clock, type Millis } from '../../common/clock.js';
import { ConfigApplyService } from '../../configuration/config-apply.service.js';
import { Db } from '../../database/db.js';
import { MeterPollerService } from '../../hardware/meter-poller.service.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { simulateRack, type RackOverTime } from '../../hardware/simulated-rack.js';
import { HistoryRecorderService } from '../../history/history-recorder.service.js';
import { OutletCommandsService } from '../../outlets/outlet-commands.service.js';
import type { UpdateOutletDto } from '../../outlets/outlet.dto.js';
import { SwitchingService } from '../../switching/switching.service.js';
import { UsersService } from '../../users/users.service.js';
import { DEMO_LOADS, demoDocument, demoOutlet, LIGHT } from './rack.js';

const SECOND: Millis = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The length of the past: as long as the history has minutes. */
const PAST = 30 * DAY;
/** Between two readings: each minute of the last two days, and before them as often as a chart of a month shows. */
const READINGS = { recent: MINUTE, recentFor: 2 * DAY, earlier: 5 * MINUTE } as const;

/** A clock that goes through the past as fast as the controller works. */
export class PastClock extends Clock {
  #uptime: Millis = 0;

  constructor(private readonly begin: Millis) {
    super();
  }

  now(): Millis {
    return this.begin + this.#uptime;
  }

  uptime(): Millis {
    return this.#uptime;
  }

  advance(duration: Millis): void {
    this.#uptime += duration;
  }
}

/** The clock at the beginning of the past that ends at a time: on a full hour, so that readings are on full minutes. */
export const pastClock = (end: Millis): PastClock => new PastClock(Math.floor((end - PAST) / HOUR) * HOUR + HOUR);

/** The rack as it behaves over time, in the past and while the demo runs. */
export const demoRack = (timezone: string, seed: number): RackOverTime => ({
  loads: DEMO_LOADS,
  zone: zoneOf(timezone),
  seed,
});

/** A local time of the past. */
interface PastTime {
  readonly daysAgo: number;
  readonly hour: number;
}

interface PastCommand extends PastTime {
  readonly who: string;
  readonly outlet: string;
  readonly command: UpdateOutletDto;
}

const COMMANDS: readonly PastCommand[] = [
  { daysAgo: 23, hour: 9, who: 'operator', outlet: 'Build machine', command: { state: 'REBOOT' } },
  { daysAgo: 16, hour: 16, who: 'customer', outlet: 'Mail relay', command: { state: 'REBOOT' } },
  { daysAgo: 9, hour: 11, who: 'operator', outlet: 'Spare', command: { state: 'OFF' } },
  { daysAgo: 4, hour: 10, who: 'customer', outlet: 'Monitoring', command: { state: 'REBOOT' } },
];
/** Seconds after a command in which the readings are a second apart: as long as a reboot takes. */
const AFTER_COMMAND = 8;
/** The cooling fails once. */
const WARM = { daysAgo: 12, hour: 14, for: 50 * MINUTE } as const;

/**
 * Runs the controller, which must be new and not listen, through the month before `end` on a clock of its own. It
 * is configured by a document; the simulated PDU is read, history is recorded, events trigger and commands are carried
 * out by the code that does so at any other time.
 */
export class DemoPast {
  readonly #driver: PduDriver;
  readonly #poller: MeterPollerService;
  readonly #recorder: HistoryRecorderService;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly clock: PastClock,
    private readonly end: Millis,
    private readonly rack: RackOverTime,
  ) {
    this.#driver = app.get(PduDriver);
    this.#poller = app.get(MeterPollerService);
    this.#recorder = app.get(HistoryRecorderService);
  }

  async live(): Promise<void> {
    const warm = { from: this.#at(WARM), to: this.#at(WARM) + WARM.for };
    simulateRack(this.#driver, { ...this.rack, warm });
    await this.app
      .get(ConfigApplyService)
      .apply(demoDocument(this.#driver.model, this.rack.zone.name), this.#caller('admin'));
    const commands = [...COMMANDS];
    let today = -1;
    for (;;) {
      const left = this.end - this.clock.now();
      const step = left <= READINGS.recentFor ? READINGS.recent : READINGS.earlier;
      if (left < step) break;
      this.clock.advance(step);
      await this.#read(step);
      const [next] = commands;
      if (next && this.clock.now() >= this.#at(next)) {
        commands.shift();
        await this.#carryOut(next);
      }
      const day = Math.floor(this.clock.now() / DAY);
      if (day === today) continue;
      today = day;
      await this.#recorder.idle(); // never more than a day in memory
    }
    await this.#settle();
  }

  /** A reading for the history alone or, when an event may be due, a poll cycle. */
  async #read(step: Millis): Promise<void> {
    if (this.#mayBeDue(step)) {
      await this.#poller.poll();
      await this.#settle();
      return;
    }
    const readings = await this.#driver.read();
    const uptime = this.clock.uptime();
    this.#recorder.note({ ...readings, seq: 0, takenAt: this.clock.now(), uptime, readAt: uptime, fresh: true });
  }

  #at({ daysAgo, hour }: PastTime): Millis {
    const offset = this.rack.zone.offsetAt(this.end);
    return (Math.floor((this.end + offset) / DAY) - daysAgo) * DAY + hour * HOUR - offset;
  }

  #mayBeDue(step: Millis): boolean {
    const now = this.clock.now();
    const sinceMidnight = (now + this.rack.zone.offsetAt(now)) % DAY;
    const begin = this.#at(WARM);
    return (
      (now >= begin && now < begin + WARM.for + step) ||
      Object.values(LIGHT).some((time) => sinceMidnight >= timeOf(time) && sinceMidnight < timeOf(time) + step)
    );
  }

  async #carryOut({ who, outlet: name, command }: PastCommand): Promise<void> {
    await this.#poller.poll();
    const outlet = this.#driver.model.outlet(demoOutlet(this.#driver.model, name));
    if (!outlet) throw new Error(`The demo has no outlet "${name}".`);
    await this.app.get(OutletCommandsService, { strict: false }).update(outlet, command, this.#caller(who));
    for (let second = 0; second < AFTER_COMMAND; second++) {
      this.clock.advance(SECOND);
      await this.#poller.poll();
      await this.#settle();
    }
    this.clock.advance(READINGS.earlier - AFTER_COMMAND * SECOND);
  }

  /** Resolves when all that the last poll cycle has begun is done. */
  async #settle(): Promise<void> {
    const work = [Db, ActionDispatcherService, SwitchingService, Db];
    for (const each of work) await this.app.get<{ idle(): Promise<void> }>(each, { strict: false }).idle();
  }

  #caller(username: string): CallerWithAddress {
    const users = this.app.get(UsersService, { strict: false });
    const user = users.byName(username);
    if (!user) throw new Error(`The demo has no user "${username}".`);
    return {
      userId: String(user.id),
      username,
      access: users.accessOf(user),
      credential: { kind: 'basic' },
      address: 'local',
    };
  }
}

/** Milliseconds since midnight of a time such as `07:30`. */
const timeOf = (time: string): Millis => Number(time.slice(0, 2)) * HOUR + Number(time.slice(3)) * MINUTE;
