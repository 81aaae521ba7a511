import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Millis } from '../../common/clock.js';
import { decodeMinutes } from '../../fleet-wire/minutes.js';
import { WireError } from '../../fleet-wire/readings.js';
import { HubShards } from '../../database/hub-shards.js';
import { Ticks } from '../../kernel/ticks.js';
import { HubLink } from '../link/hub-link.js';
import type { Pdu } from '../pdus/pdu.entity.js';
import { PdusService } from '../pdus/pdus.service.js';
import { PduStates } from '../state/pdu-states.js';
import { PduQueries, QueryUnanswered } from '../state/pdu-queries.js';
import { HourMinutes, MINUTES_OF_HOUR, type PduMinute } from './hour-minutes.js';
import { hourOf } from './minute-hour.entity.js';
import { MinuteRecorder, powerIn } from './minute-recorder.js';

/** So many PDUs are asked at the same time. */
const AT_ONCE = 4;
/** After the end of an hour the PDUs are asked one after another within this time, so that they do not all come at once. */
const SPREAD: Millis = 10 * 60_000;
const AFTER_HOUR: Millis = 2 * 60_000;
const HOUR: Millis = 60 * 60_000;
/** A PDU that has not answered is asked again. */
const RETRY_AFTER: Millis = 5 * 60_000;
/** The most questions to a PDU in a row, and the pause after them: a PDU answers one in two seconds for long. */
const QUESTIONS = 24;
const PAUSE: Millis = 60_000;
/** A PDU that is asked for longer gives its place to those that wait, and is asked for the rest after them. */
const TURN: Millis = 60_000;

/** Asks PDUs for the minutes that the hub lacks: after each hour, and when they come back. The newest are asked for first. */
@Injectable()
export class BackfillService implements OnModuleInit {
  readonly #logger = new Logger('FleetReadings');
  /** PDUs that have connected and not said yet which minutes they have. */
  readonly #returned = new Set<string>();
  /** The time at which a PDU is to be asked, on the hub's clock. Of those that are due the first has waited for longest. */
  readonly #due = new Map<string, Millis>();
  /** The minute of each PDU before which the hub lacks nothing that can be had, since the hub has started. */
  readonly #complete = new Map<string, number>();
  /** PDUs whose answer could not be read or stored, and when they may be asked again, also if they come back before. */
  readonly #notBefore = new Map<string, Millis>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(
    private readonly link: HubLink,
    private readonly pdus: PdusService,
    private readonly states: PduStates,
    private readonly queries: PduQueries,
    private readonly recorder: MinuteRecorder,
    private readonly ticks: Ticks,
    private readonly shards: HubShards,
  ) {}

  onModuleInit(): void {
    this.link.onConnect(({ id }) => this.#returned.add(id));
    this.link.onUp('hello', ({ id }) => {
      if (this.#returned.delete(id)) this.#askAt(id, Math.max(this.link.now, this.#notBefore.get(id) ?? 0));
    });
    this.ticks.onTick('upkeep', () => this.#beginDue());
  }

  /** Resolves when nobody is being asked. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  #beginDue(): void {
    const { now } = this.link;
    for (const [id, at] of this.#due) {
      if (this.#running.size >= AT_ONCE) return;
      const pdu = this.pdus.get(id);
      if (!pdu || !this.link.isConnected(pdu)) this.#due.delete(id);
      else if (!this.shards.isMine(pdu.no)) this.#leave(pdu, at);
      else if (now >= at && !this.#running.has(id) && this.states.of(id)?.isProfileCurrent) this.#begin(pdu);
    }
  }

  /** Another hub asks it. This one would find out after the hour what that one has lost, if it has to go on. */
  #leave(pdu: Pdu, at: Millis): void {
    this.#complete.delete(pdu.id);
    if (this.link.now >= at) this.#askAt(pdu.id, nextAfterHour(this.link.now, pdu.no));
  }

  /** The PDU goes to the end of the row. */
  #askAt(pdu: string, at: Millis): void {
    this.#due.delete(pdu);
    this.#due.set(pdu, at);
  }

  #begin(pdu: Pdu): void {
    this.#askAt(pdu.id, nextAfterHour(this.link.now, pdu.no));
    const running = this.#ask(pdu)
      .catch((error: unknown) => {
        const again = this.link.now + RETRY_AFTER;
        this.#askAt(pdu.id, again);
        if (error instanceof QueryUnanswered) {
          this.#logger.debug(`${pdu.id} was not asked for minutes: ${error.message}`);
          return;
        }
        this.#notBefore.set(pdu.id, again);
        this.#logger.warn(`Minutes of ${pdu.id} were not taken: ${String(error)}`);
      })
      .finally(() => this.#running.delete(pdu.id));
    this.#running.set(pdu.id, running);
  }

  async #ask(pdu: Pdu): Promise<void> {
    const { oldest, newest } = this.states.of(pdu.id)?.hello ?? {};
    if (typeof oldest !== 'number' || typeof newest !== 'number') return;
    const end = Math.min(newest + 1, this.recorder.currentMinute);
    const begin = Math.max(oldest, this.recorder.oldestHour * MINUTES_OF_HOUR, this.#complete.get(pdu.id) ?? 0);
    if (begin >= end) return;
    const lacking = await this.#lacking(pdu, begin, end);
    const until = this.link.now + TURN;
    let asked = 0;
    for (const [from, to] of lacking.slice(0, QUESTIONS)) {
      if (this.link.now >= until) break;
      await this.#askFor(pdu, from, to);
      asked++;
    }
    await this.recorder.flush();
    if (asked === lacking.length) this.#complete.set(pdu.id, end);
    else this.#askAt(pdu.id, this.link.now + PAUSE);
  }

  /** The spans of minutes that the hub lacks, one for each hour, the newest first. */
  async #lacking(pdu: Pdu, begin: number, end: number): Promise<(readonly [from: number, to: number])[]> {
    const known = await this.recorder.hours(pdu, hourOf(begin), hourOf(end - 1));
    const spans: (readonly [number, number])[] = [];
    for (let hour = hourOf(end - 1); hour >= hourOf(begin); hour--) {
      const first = hour * MINUTES_OF_HOUR;
      const lacking = (known.get(hour) ?? NOTHING).lacking(begin - first, end - first);
      if (lacking) spans.push([first + lacking[0], first + lacking[1] + 1]);
    }
    return spans;
  }

  /** @param to the minute after the last */
  async #askFor(pdu: Pdu, from: number, to: number): Promise<void> {
    const profile = this.states.of(pdu.id)?.profile;
    if (!profile) throw new QueryUnanswered('Its profile is not known.');
    const bytes = await this.queries.ask(pdu, { kind: 'minutes', from, to });
    const given = new Map<number, PduMinute>();
    for (const each of decodeMinutes(bytes)) {
      const minute = profile.readMinute(each); // one at a time: an hour of all series of a large PDU is 100 MB
      given.set(minute.minute, powerIn(minute, profile));
    }
    if ([...given.keys()].some((minute) => minute < from || minute >= to)) {
      throw new WireError('The answer has minutes that were not asked for.');
    }
    for (const [minute, power] of given) this.recorder.add(pdu, minute, power);
    for (let minute = from; minute < to; minute++) if (!given.has(minute)) this.recorder.addNone(pdu, minute);
  }
}

const NOTHING = new HourMinutes();

/** Some time after the end of the hour that runs now, different for each PDU. */
function nextAfterHour(now: Millis, no: number): Millis {
  const end = (Math.floor(now / HOUR) + 1) * HOUR;
  return end + AFTER_HOUR + ((no * 7919) % SPREAD);
}
