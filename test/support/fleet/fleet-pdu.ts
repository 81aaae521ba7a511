import {
  decodeDown,
  encodeUp,
  type DownMessage,
  type JsonUpKind,
  type UpMessage,
} from '../../../src/fleet-wire/messages.js';
import { encodeMinute, type SwitchState } from '../../../src/fleet-wire/minute.js';
import { encodeMinutes } from '../../../src/fleet-wire/minutes.js';
import { encodeProfile, profileHash, seriesListOf, type Profile } from '../../../src/fleet-wire/profile.js';
import { encodeReply } from '../../../src/fleet-wire/reply.js';
import { TickEncoder } from '../../../src/fleet-wire/ticks.js';
import { parseTopic, upTopic, type DownKind, type LinkAddress, type UpKind } from '../../../src/fleet-wire/topics.js';
import { measureOf, type MeasureName } from '../../../src/readings-format/measures.js';

const HASH = 'c'.repeat(32);
const series = (object: string, quantity: MeasureName) => ({ object, quantity, measure: measureOf(quantity).code });

/** Two outlets on one bank, whose inlet measures power. */
export const PROFILE: Profile = {
  model: 'switched-2',
  inlets: [{ id: 'I1-7', name: 'Inlet' }],
  banks: [{ id: '70', name: 'Bank 1' }],
  outlets: [
    { id: '1-70', name: 'Web server', bank: '70' },
    { id: '2-70', name: 'Storage', bank: '70' },
  ],
  series: [
    series('I1-7', 'activePower'),
    series('I1-7', 'apparentPower'),
    series('1-70', 'activePower'),
    series('2-70', 'activePower'),
    series('1-70', 'current'),
  ],
};

/** The readings of one minute in the order of {@link PROFILE}. */
export const readingsOf = (watts: number): Float64Array =>
  Float64Array.from([watts, watts + 10, watts / 2, watts / 2, watts / 460]);

interface Sent<K extends DownKind> {
  readonly kind: K;
  readonly message: DownMessage<K>;
}

/**
 * A PDU that speaks the real messages, as a test says; `send` is the way to the hub. It answers queries by what `minutes`
 * has, and keeps everything that the hub has sent.
 */
export class FleetPdu {
  readonly received: Sent<DownKind>[] = [];
  /** The stored minutes, by their number. */
  readonly minutes = new Map<number, number>();
  profile = PROFILE;
  run = 1;
  relays: SwitchState[] = ['on', 'off'];
  /** False: queries stay unanswered. */
  answersQueries = true;
  /** Called with each message of the hub, after it was kept. */
  onDown: (kind: DownKind, message: object) => void = () => undefined;
  #stateNumber = 0;
  #ticks: TickEncoder | undefined;

  constructor(
    readonly address: LinkAddress,
    private readonly send: (topic: string, payload: Buffer) => void,
  ) {}

  get id(): string {
    return this.address.pdu;
  }

  say<K extends JsonUpKind>(kind: K, message: UpMessage<K>): void {
    this.sendBytes(kind, encodeUp(kind, message));
  }

  sendBytes(kind: UpKind, payload: Buffer): void {
    this.send(upTopic(this.address, kind), payload);
  }

  hello(members: Partial<UpMessage<'hello'>> = {}): void {
    const numbers = [...this.minutes.keys()].sort((a, b) => a - b);
    this.say('hello', {
      ...{
        run: this.run,
        release: '1.0.0',
        serial: '7',
        model: this.profile.model,
        name: 'Rack 7',
        asked: 1,
        event: 0,
      },
      ...{ profile: profileHash(encodeProfile(this.profile)), config: HASH },
      ...{ oldest: numbers[0] ?? null, newest: numbers.at(-1) ?? null, ...members },
    });
  }

  /** Measures a minute, and sends it unless it is only stored. */
  minute(number: number, watts: number, isSent = true): void {
    this.minutes.set(number, watts);
    if (isSent) this.sendBytes('minute', this.#minuteOf(number));
  }

  states(...changes: { readonly object: string; readonly state: SwitchState }[]): void {
    this.say('state', { run: this.run, number: ++this.#stateNumber, changes });
  }

  tick(watts: number): void {
    this.sendBytes('tick', this.loseTick(watts));
  }

  /** A tick that does not arrive. */
  loseTick(watts: number): Buffer {
    this.#ticks ??= new TickEncoder(seriesListOf(this.profile), this.run);
    return this.#ticks.encode(readingsOf(watts));
  }

  /** A message of the hub has come. */
  onMessage(topic: string, payload: Buffer): void {
    const parsed = parseTopic(topic);
    if (parsed?.direction !== 'down') return;
    const { message } = decodeDown(parsed.kind, payload);
    this.received.push({ kind: parsed.kind, message });
    if (parsed.kind === 'query' && this.answersQueries) this.#answer(message as DownMessage<'query'>);
    if (parsed.kind === 'key') this.#ticks?.restart();
    this.onDown(parsed.kind, message);
  }

  /** The messages of one kind that have come, the oldest first. */
  of<K extends DownKind>(kind: K): DownMessage<K>[] {
    return this.received.flatMap((each) => (each.kind === kind ? [each.message as DownMessage<K>] : []));
  }

  #minuteOf(number: number): Buffer {
    const means = readingsOf(this.minutes.get(number) ?? NaN);
    const peaks = means.map((mean) => mean * 2);
    const minute = { minute: number, means, peaks, relays: this.relays, breakers: ['on' as const] };
    return encodeMinute(minute, seriesListOf(this.profile));
  }

  #answer({ id, kind, from = 0, to = 0 }: DownMessage<'query'>): void {
    const bytes =
      kind === 'profile'
        ? encodeProfile(this.profile)
        : encodeMinutes(
            [...this.minutes.keys()]
              .filter((number) => number >= from && number < to)
              .sort((a, b) => a - b)
              .map((number) => this.#minuteOf(number)),
          );
    for (const part of encodeReply(id, bytes)) this.sendBytes('reply', part);
  }
}
