import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { EventOccurrence } from '../actions/event-occurrence.js';
import { AutomaticSwitchLog } from '../actions/limits/automatic-switch-log.js';
import { toParams } from '../actions/catalogue/row.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { Millis } from '../common/clock.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { eventCode } from './catalogue/index.js';
import { readable } from './catalogue/read-params.js';
import { DEVICE, watchedObjects, type CompiledRule, type EventObject } from './engine/compiled-rule.js';
import { createOccurrence } from './engine/create-occurrence.js';
import type { EvaluationContext } from './engine/evaluation-context.js';
import { relatedObjectIds } from './engine/related-objects.js';
import {
  initialState,
  initialStateIn,
  ruleStateOf,
  evaluate,
  ticksBeyond,
  triggeredWatches,
  type Evaluation,
  type Trigger,
} from './engine/rule-engine.js';
import type { RuleState, TriggerState } from './engine/trigger-state.js';
import { EvaluationContexts } from './evaluation-contexts.js';
import { EventStore, hasSameTrigger, type StoredEvent } from './event.store.js';
import { AutoPing } from '../probes/auto-ping.js';
import { RuleJournalService, type RuleChange } from './occurrences/rule-journal.service.js';

/** An enabled event that this model can raise, and how it stands with it. */
export interface Rule {
  event: StoredEvent;
  readonly compiled: CompiledRule;
  state: TriggerState;
}

/** An event that has triggered or ended for one of the objects that it watches. */
export interface EventEdge {
  readonly edge: 'triggered' | 'ended';
  readonly occurrence: EventOccurrence;
}

/** An object for which an event has triggered and not ended. */
export interface LastingTrigger {
  readonly event: StoredEvent;
  readonly object: EventObject;
  /** With the values of now. */
  readonly occurrence: () => EventOccurrence;
}

/** Evaluates every enabled event once a second, and passes occurrences to the actions. Never waits. */
@Injectable()
export class RulesService implements OnModuleInit, OnModuleDestroy {
  readonly #logger = new Logger('Events');
  readonly #rules = new Map<number, Rule>();
  #isClosing = false;
  /** Many events may change at once; who is pinged is updated before the next tick. */
  #havePingsChanged = false;
  /** The moment at which each event last triggered, wall clock; those before this start only once they were asked for. */
  readonly #lastTriggered = new Map<number, Millis>();
  #hasEarlierTriggers = false;
  /** Rules of enabled events; null where this model cannot raise the event. */
  readonly #compiled = new WeakMap<StoredEvent, CompiledRule | null>();
  readonly #edgeListeners: ((edge: EventEdge) => void)[] = [];
  readonly #objects = new WeakMap<Pick<StoredEvent, 'code' | 'params'>, EventObject[]>();

  constructor(
    private readonly store: EventStore,
    private readonly journal: RuleJournalService,
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly contexts: EvaluationContexts,
    private readonly pings: AutoPing,
    private readonly switchLog: AutomaticSwitchLog,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.store.load();
    const ruleStates = await this.journal.ruleStates();
    for (const event of this.store.all()) this.#addRule(event, ruleStates.get(event.id));
    this.#replanSchedules();
    this.contexts.onZoneChange(() => this.#replanSchedules());
    this.store.beforeReplacement((event) => {
      if (event.enabled) this.#compiledFor(event);
    });
    this.store.onChange((changes) => {
      this.snapshots.touch();
      for (const { before, after } of changes) this.#onEventChanged(before, after);
    });
    this.snapshots.onTick('rules', (now) => this.#onTick(now));
  }

  /** Calls the listener, within the poll cycle, when an event triggers or ends for one of its objects. */
  onEdge(listener: (edge: EventEdge) => void): void {
    this.#edgeListeners.push(listener);
  }

  /** Stops the evaluation: a condition that holds while the controller closes triggers after its next start. */
  onModuleDestroy(): void {
    this.#isClosing = true;
  }

  /** The objects that an event watches on this model, enabled or not; none if the model does not have what it names. */
  objectsOf(event: Pick<StoredEvent, 'code' | 'params'>): EventObject[] {
    const objects = this.#objects.get(event) ?? this.#watched(event);
    this.#objects.set(event, objects);
    return objects;
  }

  #watched(event: Pick<StoredEvent, 'code' | 'params'>): EventObject[] {
    const compiled = this.#compile(event);
    return compiled ? watchedObjects(compiled) : [];
  }

  #compiledFor(event: StoredEvent): CompiledRule | null {
    const compiled = this.#compiled.get(event) ?? this.#compile(event);
    this.#compiled.set(event, compiled);
    return compiled;
  }

  /** The rule of an event, enabled or not; null where this model does not have what it names. */
  #compile({ code, params }: Pick<StoredEvent, 'code' | 'params'>): CompiledRule | null {
    const row = eventCode(code);
    const { model } = this.driver;
    return row?.fits(model) && readable(row, params, model) ? row.compile(toParams(params), model) : null;
  }

  /** An event that is evaluated; undefined for one that is disabled or that this model cannot raise. */
  get(eventId: number): Rule | undefined {
    return this.#rules.get(eventId);
  }

  /** The events that have triggered for an object, and last. */
  get triggered(): readonly Rule[] {
    return [...this.#rules.values()].filter(({ state }) => state.triggered);
  }

  /** Every object for which an event has triggered and not ended; a schedule takes no time. */
  get lasting(): LastingTrigger[] {
    const context = this.contexts.newest;
    if (!context) return [];
    return this.triggered.flatMap(({ event, compiled, state }) =>
      triggeredWatches(compiled, state).map(({ watch }) => ({
        event,
        object: watch.object,
        occurrence: () => createOccurrence(event, compiled, { watch }, context, { depth: 0 }),
      })),
    );
  }

  /** The state of an event: whether it has triggered, and for how many seconds its condition has held. */
  statusOf(eventId: number): { readonly triggered: boolean; readonly numTicksBeyond: number } {
    const state = this.#rules.get(eventId)?.state;
    const uptime = this.contexts.newest?.now.uptime ?? 0;
    return {
      triggered: state?.triggered ?? false,
      numTicksBeyond: Math.max(0, ...(state?.watches ?? []).map((watch) => ticksBeyond(watch, uptime))),
    };
  }

  /** Reads when events triggered before this start, for {@link lastTriggeredAt}. */
  async loadLastTriggered(): Promise<void> {
    if (this.#hasEarlierTriggers) return;
    for (const [id, at] of await this.journal.lastOccurrences()) {
      if (!this.#lastTriggered.has(id)) this.#lastTriggered.set(id, at);
    }
    this.#hasEarlierTriggers = true;
  }

  /** The moment at which an event last triggered, wall clock; undefined while that is not known. */
  lastTriggeredAt(eventId: number): Millis | 'never' | undefined {
    return this.#lastTriggered.get(eventId) ?? (this.#hasEarlierTriggers ? 'never' : undefined);
  }

  /** Evaluates every event, except after a reading that a switching asked for. */
  #onTick(now: Snapshot): void {
    if (now.reread || this.#isClosing) return;
    const context = this.contexts.next(now);
    const changes: RuleChange[] = [];
    for (const rule of this.#rules.values()) {
      try {
        const after = evaluate(rule.compiled, rule.state, context);
        if (after) this.#applyEvaluation(rule, after, context, changes);
      } catch (error) {
        this.#logger.error(`The event "${rule.event.name}" could not be evaluated.`, error);
      }
    }
    if (changes.length > 0) this.journal.record(changes);
    else this.journal.saveUnsaved(now.uptime);
    if (this.#havePingsChanged) this.#watchPings();
  }

  #applyEvaluation(rule: Rule, after: Evaluation, context: EvaluationContext, changes: RuleChange[]): void {
    const { event, compiled, state: before } = rule;
    rule.state = after.state;
    if (after.triggers.length > 0) this.#lastTriggered.set(event.id, context.now.takenAt);
    if (this.#edgeListeners.length > 0) this.#notifyEdges(rule, before, after, context);
    const ruleState = ruleStateOf(compiled, after.state);
    const changed = !isSame(ruleState, ruleStateOf(compiled, before));
    if (!changed && after.triggers.length === 0 && after.missed === undefined) return;
    changes.push({
      eventId: event.id,
      eventName: event.name,
      ...(changed && { ruleState }),
      occurrences: after.triggers.map((trigger) =>
        createOccurrence(event, compiled, trigger, context, this.#stepsTo(trigger)),
      ),
      ...(after.missed !== undefined && { missed: after.missed }),
    });
  }

  #notifyEdges(rule: Rule, before: TriggerState, after: Evaluation, context: EvaluationContext): void {
    const { compiled, state } = rule;
    for (const trigger of after.triggers) this.#notify('triggered', rule, trigger, context);
    if (compiled.kind === 'calendar' || compiled.kind === 'interval') return; // they take no time
    before.watches.forEach(({ triggered }, place) => {
      const watch = compiled.watches[place];
      if (triggered && watch && !(state.watches[place]?.triggered ?? false)) {
        this.#notify('ended', rule, { watch }, context);
      }
    });
  }

  #notify(edge: EventEdge['edge'], { event, compiled }: Rule, trigger: Trigger, context: EvaluationContext): void {
    const occurrence = createOccurrence(event, compiled, trigger, context, { depth: 0 });
    for (const listener of this.#edgeListeners) listener({ edge, occurrence });
  }

  /** An event that is disabled, deleted or watches something else would otherwise never end for those who follow it. */
  #notifyEnds(rule: Rule): void {
    const context = this.contexts.newest;
    if (!context || this.#edgeListeners.length === 0) return;
    for (const { watch } of triggeredWatches(rule.compiled, rule.state))
      this.#notify('ended', rule, { watch }, context);
  }

  /** Number of automatic steps that led to a change: the most of any object whose switching may have made it. */
  #stepsTo({ watch }: Trigger): Pick<EventOccurrence, 'depth' | 'movedObject'> {
    let most: { depth: number; movedObject?: string } = { depth: 0 };
    for (const id of relatedObjectIds(watch?.object ?? DEVICE, this.driver.model)) {
      const depth = this.switchLog.depthOf(id);
      if (depth > most.depth) most = { depth, movedObject: id };
    }
    return most;
  }

  #onEventChanged(before: StoredEvent | undefined, event: StoredEvent | undefined): void {
    const rule = before && this.#rules.get(before.id);
    if (event && rule && hasSameTrigger(rule.event, event)) {
      rule.event = event;
      return;
    }
    if (rule) this.#notifyEnds(rule);
    if (before) {
      this.#rules.delete(before.id);
      this.journal.forget(before.id);
    }
    if (event) this.#addRule(event);
    this.#havePingsChanged = true;
  }

  #addRule(event: StoredEvent, ruleState?: RuleState): void {
    const compiled = event.enabled ? this.#compiledFor(event) : null;
    if (!compiled) return;
    this.#rules.set(event.id, {
      event,
      compiled,
      state: this.#initialStateOf(compiled, initialState(compiled, ruleState)),
    });
    this.#havePingsChanged = true;
  }

  /** An event that is saved while the controller runs begins with the newest snapshot. */
  #initialStateOf(compiled: CompiledRule, state: TriggerState): TriggerState {
    if (!this.contexts.newest) return state;
    return initialStateIn(compiled, state, this.contexts.still(this.snapshots.current));
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

  /** Calculates the next time of every schedule again. */
  #replanSchedules(): void {
    for (const rule of this.#rules.values()) {
      if (rule.compiled.kind !== 'calendar') continue;
      const { triggered, watches, lastFired } = rule.state;
      rule.state = { triggered, watches, ...(lastFired !== undefined && { lastFired }) };
    }
  }
}

const isSame = (a: RuleState, b: RuleState): boolean =>
  a.lastFired === b.lastFired && a.triggered.join() === b.triggered.join();
