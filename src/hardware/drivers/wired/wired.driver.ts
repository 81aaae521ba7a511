import type { Clock, Millis } from '../../../common/clock.js';
import type { OnOff } from '../../../common/units.js';
import { PduDriver, type IoHubSwitching, type OutletSwitching, type RelayOutputSwitching } from '../../pdu.driver.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { Readings } from '../../snapshot.js';
import type { TimeLimits } from '../time-limits.js';
import { within } from '../../../common/time-limit.js';
import type { Link } from './bus.js';
import type { PointValues } from './point-values.js';
import { readingsFromPoints, type HubPoints } from './point-readings.js';
import type { WiredPoint } from './wired-point.js';

/** The components of a wired PDU. */
export interface WiredDriverOptions {
  readonly name: string;
  readonly model: PduModel;
  readonly clock: Clock;
  readonly points: readonly WiredPoint[];
  readonly values: PointValues;
  /** The links by their names in the profile. */
  readonly links: ReadonlyMap<string, Link>;
  readonly limits: TimeLimits;
}

/** The share of a read's time limit that is reserved for assembling the readings. */
const FOR_READINGS: Millis = 100;
/** The first read may take longer: lines are taken over, connections made. */
const WAIT_AT_START: Millis = 5_000;
/** With less time left, a relay is not switched at all, as its caller is about to get an error. */
const FOR_ONE_RELAY: Millis = 400;

/** A PDU assembled from real devices: relays and meters may be different ones, as the wiring of its profile says. */
export class WiredDriver extends PduDriver {
  readonly name: string;
  readonly model: PduModel;
  override readonly outlets?: OutletSwitching;
  override readonly relayOutputs?: RelayOutputSwitching;
  override readonly ioHub?: IoHubSwitching;
  readonly #points: ReadonlyMap<string, WiredPoint>;
  readonly #refreshes = new Map<Link, Promise<void>>();
  readonly #hubs: HubPoints;

  constructor(private readonly options: WiredDriverOptions) {
    super();
    this.name = options.name;
    this.model = options.model;
    this.#points = new Map(options.points.map((point) => [point.name, point]));
    this.#hubs = hubPoints(options.points);
    const { outletSwitching, relayOutputs } = this.model.profile;
    if (outletSwitching) this.outlets = { setOutlets: (changes) => this.#setOutlets(changes) };
    if (relayOutputs > 0) {
      this.relayOutputs = { setRelayOutput: (id, state) => this.#write(this.#relayOutput(id), state === 'ON') };
    }
    if (this.model.sensors.some(({ kind }) => kind === 'dio_hub')) {
      this.ioHub = {
        setHubRelay: (port, index, state) => this.#write(`sensors.${port}.relays.${index}`, state === 'CLOSE'),
        setVdcOutput: (port, on) => this.#write(`sensors.${port}.vdcOutput`, on),
      };
    }
  }

  /** Reads once, so that the states of the relays are known. Rejects when nothing answers; a later read tries again. */
  async open(): Promise<void> {
    await within(WAIT_AT_START, this.#refreshAll(), 'slow').catch(() => undefined);
    await this.read();
  }

  async close(): Promise<void> {
    await Promise.all([...this.options.links.values()].map((link) => link.close()));
  }

  /** Rejects when nothing has answered lately. A slow link goes on reading; its values come with a later read. */
  async read(): Promise<Readings> {
    const { values, limits } = this.options;
    await within(limits.read - FOR_READINGS, this.#refreshAll(), 'slow').catch(() => undefined);
    if (!values.hasFreshValue) throw new Error(`nothing answers: ${this.#firstProblem()}`);
    return readingsFromPoints(this.model, values, this.#hubs);
  }

  /** Every point with its value or its problem, for the installer. */
  inspect(): readonly { readonly point: WiredPoint; readonly value?: number | boolean; readonly problem?: string }[] {
    return this.options.points.map((point) => {
      const value = this.options.values.get(point.name);
      const problem =
        value === undefined ? (this.options.values.problemOf(point.name) ?? 'was not answered') : undefined;
      return { point, ...(value !== undefined && { value }), ...(problem !== undefined && { problem }) };
    });
  }

  async #refreshAll(): Promise<void> {
    await Promise.all([...this.options.links.values()].map((link) => this.#refresh(link)));
  }

  #refresh(link: Link): Promise<void> {
    const running = this.#refreshes.get(link) ?? link.refresh().finally(() => this.#refreshes.delete(link));
    this.#refreshes.set(link, running);
    return running;
  }

  async #setOutlets(changes: readonly { readonly id: string; readonly state: OnOff }[]): Promise<void> {
    const begun = this.options.clock.uptime();
    const errors: Error[] = [];
    for (const { id, state } of changes) {
      const name = `outlets.${this.model.outlet(id)?.index ?? id}.state`;
      await this.#write(name, state === 'ON', begun).catch((error: unknown) => errors.push(error as Error));
    }
    const [first] = errors;
    if (first) throw first;
  }

  #relayOutput(id: string): string {
    return `relayOutputs.${this.model.relayOutputs.find((relay) => relay.id === id)?.index ?? id}.state`;
  }

  /** @param begun the moment from which the time limit of the command counts */
  async #write(name: string, on: boolean, begun = this.options.clock.uptime()): Promise<void> {
    const { clock, limits, links } = this.options;
    const point = this.#points.get(name);
    const link = point && links.get(point.where.link);
    if (!link) throw new Error(`The profile has no point ${name}.`);
    await link.write(point, on, () => {
      if (clock.uptime() - begun >= limits.switch - FOR_ONE_RELAY) throw new Error(`${name}: no time was left`);
    });
  }

  #firstProblem(): string {
    const unread = this.inspect().find(({ problem }) => problem !== undefined);
    return unread ? `${unread.point.name} ${unread.problem}` : 'no link is up';
  }
}

function hubPoints(points: readonly WiredPoint[]): HubPoints {
  const numbersOf = (what: string) => {
    const numbers = new Map<string, number[]>();
    for (const { name, number } of points) {
      const [part, port = '', kind] = name.split('.');
      if (part === 'sensors' && kind === what) numbers.set(port, [...(numbers.get(port) ?? []), number]);
    }
    return (port: string): readonly number[] => numbers.get(port) ?? [];
  };
  return { relays: numbersOf('relays'), inputs: numbersOf('inputs') };
}
