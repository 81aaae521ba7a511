/**
 * A rack for one event, without an application: plug loads, let seconds pass, count the occurrences. In virtual time.
 *
 *   const rack = aRack('single-phase-16').watching(31, ['1200578', '16', '3']);
 *   rack.bank('1200578', { current: 17 }).seconds(3);
 *   expect(rack.triggerCount).toBe(0);
 */
import type { EventOccurrence } from '../../../src/actions/event-occurrence.js';
import { toParams } from '../../../src/actions/catalogue/row.js';
import { eventCode } from '../../../src/events/catalogue/index.js';
import { readParams } from '../../../src/events/catalogue/read-params.js';
import type { CompiledRule } from '../../../src/events/engine/compiled-rule.js';
import { createOccurrence } from '../../../src/events/engine/create-occurrence.js';
import type { EvaluationContext } from '../../../src/events/engine/evaluation-context.js';
import { initialState, ruleStateOf, evaluate, ticksBeyond } from '../../../src/events/engine/rule-engine.js';
import type { TriggerState } from '../../../src/events/engine/trigger-state.js';
import { loadProfile } from '../../../src/hardware/profiles/index.js';
import { PduModel } from '../../../src/hardware/profiles/pdu-model.js';
import type {
  BankReading,
  InletReading,
  IoHubReading,
  OutletReading,
  Snapshot,
  TemperatureHumidityReading,
} from '../../../src/hardware/snapshot.js';
import type { ControllerFault, FaultKind } from '../../../src/common/controller-faults.js';
import { zoneOf, type Zone } from '../../../src/common/calendar.js';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Sensor = TemperatureHumidityReading | IoHubReading;

export const modelOf = (name: string): PduModel => new PduModel(loadProfile(name));

export const aRack = (model = 'single-phase-16', start = '2026-03-02T08:00:00Z'): Rack =>
  new Rack(modelOf(model), Date.parse(start));

export class Rack {
  readonly occurrences: EventOccurrence[] = [];
  readonly missed: number[] = [];
  readonly #inlets: Writable<InletReading>[];
  readonly #banks: Writable<BankReading>[];
  readonly #outlets: Writable<OutletReading>[];
  #sensors: Sensor[];
  #compiledRule: CompiledRule | undefined;
  #event = { id: 1, name: 'Test', code: 0, params: [] as readonly string[], actions: [7] };
  #state: TriggerState | undefined;
  #seq = 0;
  #uptime = 0;
  #lastUptime: number | undefined;
  #fresh = true;
  #poweredUp = false;
  #zone: Zone = zoneOf('UTC');
  #pings: number | undefined;
  readonly #faults = new Map<FaultKind, ControllerFault>();
  readonly #resets = new Map<string, number>();

  constructor(
    readonly model: PduModel,
    public wall: number,
  ) {
    const power = { current: 5, voltage: 120, frequency: 60, activePower: 570, apparentPower: 600, energy: 10 };
    const calm = { ...power, reactivePower: 187, powerFactor: 0.95 };
    this.#inlets = model.inlets.map(({ id, lineIds, position }) => ({
      id,
      ...calm,
      lines: lineIds.map((line) => ({ id: line.id, current: 5, voltage: 120 })),
      ...(model.profile.inletConfig === 'ats' && { active: position === 0, ready: true }),
    }));
    this.#banks = model.banks.map(({ id, breaker }) => ({
      id,
      ...calm,
      ...(breaker !== undefined && { breakerClosed: true }),
    }));
    this.#outlets = model.outlets.map(({ id }) => ({
      id,
      state: 'ON',
      voltagePresent: true,
      voltage: 120,
      current: 1,
    }));
    this.#sensors = model.sensors.map(({ port, kind }): Sensor =>
      kind === 'temp_hum'
        ? { port, kind, connected: true, temperature: 22, humidity: 40 }
        : {
            port,
            kind,
            connected: true,
            relays: [],
            inputs: [1, 2, 3, 4, 5, 6].map((index) => ({ index, state: index <= 3 ? 'LO' : 'HI' })),
            userSwitch: false,
          },
    );
  }

  /** Sets the event under test; its parameters are parsed as by the API. */
  watching(code: number, params: readonly string[], zone = 'UTC'): this {
    const row = eventCode(code);
    if (!row?.fits(this.model)) throw new Error(`This model cannot raise ${code}.`);
    const read = readParams(row, params, this.model);
    this.#event = { ...this.#event, code, params: read };
    this.#compiledRule = row.compile(toParams(read), this.model);
    this.#state = initialState(this.#compiledRule);
    this.#zone = zoneOf(zone);
    return this;
  }

  inlet(id: string, members: Partial<InletReading>): this {
    return this.#set(this.#inlets, id, members);
  }
  line(id: string, current: number | undefined): this {
    for (const inlet of this.#inlets) {
      inlet.lines = inlet.lines.map((line) => (line.id === id ? { ...line, current } : line));
    }
    return this;
  }
  bank(id: string, members: Partial<BankReading>): this {
    return this.#set(this.#banks, id, members);
  }
  outlet(id: string, members: Partial<OutletReading>): this {
    return this.#set(this.#outlets, id, members);
  }
  sensor(port: string, members: Partial<TemperatureHumidityReading> | Partial<IoHubReading>): this {
    this.#sensors = this.#sensors.map((sensor) =>
      sensor.port === port ? ({ ...sensor, ...members } as Sensor) : sensor,
    );
    return this;
  }
  input(port: string, index: number, state: 'HI' | 'LO'): this {
    const hub = this.#sensors.find(
      (sensor): sensor is IoHubReading => sensor.port === port && sensor.kind === 'dio_hub',
    );
    const inputs = (hub?.inputs ?? []).map((input) => (input.index === index ? { ...input, state } : input));
    return this.sensor(port, { inputs });
  }
  /** Sets or clears a fault of the controller. */
  fault(kind: FaultKind, active: boolean, stage?: string): this {
    this.#faults.set(kind, { kind, active, since: this.wall, stage, message: active ? 'It began.' : 'It ended.' });
    return this;
  }
  /** Sets the number of failed pings in a row. */
  pings(failures: number | undefined): this {
    this.#pings = failures;
    return this;
  }
  resetEnergy(id: string): this {
    const energy = [...this.#inlets, ...this.#banks].find((reading) => reading.id === id)?.energy ?? 0;
    this.#resets.set(id, energy);
    return this;
  }
  /** Turns the mains of the PDU on. */
  poweredUp(): this {
    this.#poweredUp = true;
    return this;
  }
  /** Sets whether the hardware responds. */
  answering(fresh: boolean): this {
    this.#fresh = fresh;
    return this;
  }
  /** Sets the calendar as NTP or an operator would. */
  setWall(text: string): this {
    this.wall = Date.parse(text);
    return this;
  }

  /** Lets seconds pass, one tick each. */
  seconds(count: number): this {
    for (let second = 0; second < count; second++) this.tick(1000);
    return this;
  }
  /** One tick after a time. */
  tick(elapsed: number): this {
    this.#uptime += elapsed;
    this.wall += elapsed;
    if (!this.#compiledRule || !this.#state) throw new Error('There is no event to evaluate.');
    const context = this.#context();
    this.#lastUptime = this.#uptime;
    const after = evaluate(this.#compiledRule, this.#state, context);
    if (!after) return this;
    this.#state = after.state;
    if (after.missed !== undefined) this.missed.push(after.missed);
    for (const trigger of after.triggers)
      this.occurrences.push(createOccurrence(this.#event, this.#compiledRule, trigger, context, { depth: 0 }));
    return this;
  }
  /** Restarts the controller with its persistent state. */
  restart(downFor = 0): this {
    if (!this.#compiledRule || !this.#state) throw new Error('There is no event to evaluate.');
    this.#state = initialState(this.#compiledRule, ruleStateOf(this.#compiledRule, this.#state));
    this.#uptime = 0;
    this.#lastUptime = undefined;
    this.wall += downFor;
    return this;
  }

  get triggerCount(): number {
    return this.occurrences.length;
  }
  get triggered(): boolean {
    return this.#state?.triggered ?? false;
  }
  get numTicksBeyond(): number {
    return Math.max(0, ...(this.#state?.watches ?? []).map((watch) => ticksBeyond(watch, this.#uptime)));
  }
  get state(): TriggerState | undefined {
    return this.#state;
  }

  #set(readings: { id: string }[], id: string, members: object): this {
    const reading = readings.find((candidate) => candidate.id === id);
    if (!reading) throw new Error(`There is no ${id}.`);
    Object.assign(reading, members);
    return this;
  }

  #context(): EvaluationContext {
    const poweredUp = this.#poweredUp;
    this.#poweredUp = false;
    const now: Snapshot = {
      inlets: [...this.#inlets],
      banks: [...this.#banks],
      outlets: [...this.#outlets],
      relayOutputs: [],
      sensors: this.#sensors,
      seq: ++this.#seq,
      takenAt: this.wall,
      uptime: this.#uptime,
      readAt: this.#uptime,
      fresh: this.#fresh,
    };
    return {
      now,
      elapsed: this.#lastUptime === undefined ? 0 : this.#uptime - this.#lastUptime,
      zone: this.#zone,
      poweredUp,
      namesOf: () => ({}),
      energyOf: ({ id, energy }) => (energy === undefined ? undefined : energy - (this.#resets.get(id) ?? 0)),
      pingFailures: () => this.#pings,
      fault: (kind) => this.#faults.get(kind),
    };
  }
}
