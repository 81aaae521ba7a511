import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { AutomaticMoves } from '../actions/automatic-moves.service.js';
import { three } from '../actions/catalogue/row.js';
import { EnergyCounters } from '../energy/energy-counters.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { zoneOf, type Zone } from '../kernel/calendar.js';
import { ControllerFaults } from '../kernel/controller-faults.js';
import { SettingsStore } from '../settings/settings.store.js';
import { ianaZone } from '../settings/timezone.js';
import { eventCode } from './catalogue/index.js';
import { readable } from './catalogue/read-params.js';
import { DEVICE, objectsOf, type Armed, type EventObject } from './engine/armed.js';
import { firingOf } from './engine/firing-of.js';
import type { Frame } from './engine/frame.js';
import { relatedTo } from './engine/related.js';
import { beginning, beginningAt, markOf, step, ticksBeyond, type Step, type Trigger } from './engine/rule-engine.js';
import type { Mark, TriggerState } from './engine/trigger-state.js';
import { EventStore, watchesTheSame, type StoredEvent } from './event.store.js';
import { PowerOns } from './power-ons.service.js';
import { AutoPing } from './probes/auto-ping.service.js';
import { RuleJournal, type RuleChange } from './rule-journal.service.js';

/** An enabled event that this model can raise, and how it stands with it. */
export interface Rule {
  event: StoredEvent;
  readonly armed: Armed;
  state: TriggerState;
}

/** Looks at every enabled event once a second, and hands what triggers to the actions. Never waits. */
@Injectable()
export class RulesService implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger('Events');
  readonly #rules = new Map<number, Rule>();
  #zone: Zone;
  #frame: Frame | undefined;
  #isClosing = false;
  /** Many events may change at once; who is pinged is told before the next look. */
  #havePingsChanged = false;
  readonly #objects = new WeakMap<Pick<StoredEvent, 'code' | 'params'>, EventObject[]>();

  constructor(
    private readonly store: EventStore,
    private readonly journal: RuleJournal,
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: SettingsStore,
    private readonly energy: EnergyCounters,
    private readonly powerOns: PowerOns,
    private readonly pings: AutoPing,
    private readonly moves: AutomaticMoves,
    private readonly faults: ControllerFaults,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.store.load();
    const marks = await this.journal.marks();
    for (const event of this.store.all()) this.#arm(event, marks.get(event.id));
    this.#readZone();
    this.settings.onChange((keys) => {
      if (keys.has('timezone') || keys.has('daylightsavings')) this.#readZone();
    });
    this.store.onChange((id, event) => this.#take(id, event));
    this.snapshots.onSnapshot('rules', (now) => this.#look(now));
  }

  /** What would trigger while the controller closes triggers in its next life, if it still holds. */
  onModuleDestroy(): void {
    this.#isClosing = true;
  }

  /** What an event watches on this model, enabled or not; nothing where the model does not have what it names. */
  objectsOf(event: Pick<StoredEvent, 'code' | 'params'>): EventObject[] {
    const objects = this.#objects.get(event) ?? this.#watched(event);
    this.#objects.set(event, objects);
    return objects;
  }

  #watched({ code, params }: Pick<StoredEvent, 'code' | 'params'>): EventObject[] {
    const row = eventCode(code);
    const { model } = this.driver;
    if (!row?.fits(model) || !readable(row, params, model)) return [];
    return objectsOf(row.arm(three(params), model));
  }

  /** An event that is looked at; undefined for one that is disabled or that this model cannot raise. */
  get(eventId: number): Rule | undefined {
    return this.#rules.get(eventId);
  }

  /** The newest frame; undefined before the first poll cycle. */
  get frame(): Frame | undefined {
    return this.#frame;
  }

  /** Whether an event has triggered, and for how many seconds what it waits for has been so. */
  standing(eventId: number): { readonly triggered: boolean; readonly numTicksBeyond: number } {
    const state = this.#rules.get(eventId)?.state;
    const uptime = this.#frame?.now.uptime ?? 0;
    return {
      triggered: state?.triggered ?? false,
      numTicksBeyond: Math.max(0, ...(state?.watches ?? []).map((watch) => ticksBeyond(watch, uptime))),
    };
  }

  /** A reading that a switching asked for says how things are, and moves no event. */
  #look(now: Snapshot): void {
    if (now.reread || this.#isClosing) return;
    const frame = this.#frameOf(now);
    const changes: RuleChange[] = [];
    for (const rule of this.#rules.values()) {
      try {
        const after = step(rule.armed, rule.state, frame);
        if (after) this.#follow(rule, after, frame, changes);
      } catch (error) {
        this.#logger.error(`The event "${rule.event.name}" could not be looked at.`, error);
      }
    }
    if (changes.length > 0) this.journal.keep(changes);
    if (this.#havePingsChanged) this.#watchPings();
    this.pings.look(now.uptime);
  }

  #follow(rule: Rule, after: Step, frame: Frame, changes: RuleChange[]): void {
    const { event, armed, state: before } = rule;
    rule.state = after.state;
    const mark = markOf(armed, after.state);
    const marked = !isSame(mark, markOf(armed, before));
    if (!marked && after.triggers.length === 0 && after.missed === undefined) return;
    changes.push({
      eventId: event.id,
      eventName: event.name,
      ...(marked && { mark }),
      firings: after.triggers.map((trigger) => firingOf(event, armed, trigger, frame, this.#depthOf(trigger))),
      ...(after.missed !== undefined && { missed: after.missed }),
    });
  }

  /** How many automatic steps led to a change: the most of any thing whose switching may have made it. */
  #depthOf({ watch }: Trigger): number {
    const things = relatedTo(watch?.object ?? DEVICE, this.driver.model);
    return Math.max(...things.map((id) => this.moves.depthOf(id)));
  }

  #frameOf(now: Snapshot): Frame {
    const elapsed = this.#frame ? now.uptime - this.#frame.now.uptime : 0;
    return (this.#frame = { ...this.#still(now), elapsed, poweredUp: this.powerOns.risen(now) });
  }

  /** A picture in which no time has passed. */
  #still(now: Snapshot): Frame {
    return {
      now,
      elapsed: 0,
      zone: this.#zone,
      poweredUp: false,
      fault: (kind) => this.faults.of(kind),
      energyOf: (reading) => this.energy.energyOf(reading),
      pingFailures: (target, networkInterface) => this.pings.failures(target, networkInterface),
    };
  }

  #take(id: number, event: StoredEvent | undefined): void {
    const rule = this.#rules.get(id);
    if (event && rule && watchesTheSame(rule.event, event)) {
      rule.event = event;
      return;
    }
    this.#rules.delete(id);
    if (event) this.#arm(event);
    this.#havePingsChanged = true;
  }

  #arm(event: StoredEvent, mark?: Mark): void {
    const row = eventCode(event.code);
    const { model } = this.driver;
    if (!event.enabled || !row?.fits(model) || !readable(row, event.params, model)) return;
    const armed = row.arm(three(event.params), model);
    this.#rules.set(event.id, { event, armed, state: this.#begun(armed, beginning(armed, mark)) });
    this.#havePingsChanged = true;
  }

  /** An event that is saved while the controller runs begins with the newest picture. */
  #begun(armed: Armed, state: TriggerState): TriggerState {
    if (!this.#frame) return state;
    return beginningAt(armed, state, this.#still(this.snapshots.current));
  }

  #watchPings(): void {
    this.#havePingsChanged = false;
    const isPing = ({ event }: Rule): boolean => eventCode(event.code)?.pings === true;
    this.pings.watch(
      [...this.#rules.values()].filter(isPing).map(({ event: { params } }) => ({
        target: params[0] ?? '',
        networkInterface: params[2] ?? '',
      })),
    );
  }

  /** Other clocks on the wall: every next time is reckoned anew. */
  #readZone(): void {
    const name = ianaZone(this.settings.get('timezone')) ?? 'UTC';
    this.#zone = zoneOf(name, this.settings.get('daylightsavings'));
    for (const rule of this.#rules.values()) {
      if (rule.armed.kind !== 'calendar') continue;
      const { triggered, watches, lastFired } = rule.state;
      rule.state = { triggered, watches, ...(lastFired !== undefined && { lastFired }) };
    }
  }
}

const isSame = (a: Mark, b: Mark): boolean => a.lastFired === b.lastFired && a.triggered.join() === b.triggered.join();
