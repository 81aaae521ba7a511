import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { auditObjectOf } from '../../actions/execution/action-run.js';
import type { AuditRecord } from '../../audit/audit-log.service.js';
import { mayReadLog } from '../../audit/entry-rights.js';
import type { Access, CallerWithAddress } from '../../common/access.js';
import { causeOf } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import { rounded } from '../../common/units.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { EventObject, Watch } from '../engine/compiled-rule.js';
import type { EvaluationContext } from '../engine/evaluation-context.js';
import { triggeredWatches } from '../engine/rule-engine.js';
import { EventObjectNames } from '../event-object-names.js';
import { EvaluationContexts } from '../evaluation-contexts.js';
import { EventStore, hasSameTrigger, objectOf, type StoredEvent } from '../event.store.js';
import { mayRead } from '../object-access.js';
import { RuleJournalService } from '../occurrences/rule-journal.service.js';
import { RulesService, type Rule } from '../rules.service.js';
import { AcknowledgementStore, type Acknowledgement } from './acknowledgement.store.js';
import {
  alarmReadingView,
  type AcknowledgementView,
  type AlarmKind,
  type AlarmListView,
  type AlarmReadingView,
  type AlarmView,
} from './alarm.view.js';
import { ConditionAlarmsService, type ConditionAlarm } from './condition-alarms.service.js';
import { isLoad, limitOf, unpowered, type Load } from './conditions.js';

/** An event that has triggered for one of its objects, or a condition that holds for its object. */
export interface Alarm {
  readonly id: string;
  readonly kind: AlarmKind;
  /** The key of its acknowledgement, together with its object and its beginning. */
  readonly source: string;
  readonly object: EventObject;
  /** Wall clock; 0 where it is not known. */
  readonly since: number;
  /** Only of an event. */
  readonly of?: { readonly event: StoredEvent; readonly watch: Watch; readonly rule: Rule };
  readonly load?: Load | undefined;
}

/** Most alarms in one answer. */
const MOST = 200;

/** The active alarms, and who has acknowledged them. Nothing else follows from an acknowledgement. */
@Injectable()
export class AlarmsService implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly rules: RulesService,
    private readonly contexts: EvaluationContexts,
    private readonly acknowledgements: AcknowledgementStore,
    private readonly snapshots: SnapshotStore,
    private readonly clock: Clock,
    private readonly conditions: ConditionAlarmsService,
    private readonly driver: PduDriver,
    private readonly names: EventObjectNames,
    events: EventStore,
    journal: RuleJournalService,
  ) {
    events.onChange((changes) => {
      const others = changes.filter(({ before, after }) => !(before && after && hasSameTrigger(before, after)));
      const sources = new Set(others.map(({ id }) => objectOf(Number(id))));
      this.acknowledgements.forget(({ source }) => sources.has(source));
    });
    journal.onRecord((changes) => {
      const changed = new Map(changes.map(({ eventId, ruleState }) => [objectOf(eventId), ruleState]));
      this.acknowledgements.forget(({ source, objectId, since }) => {
        const state = changed.get(source);
        return state !== undefined && state.triggeredAt?.[state.triggered.indexOf(objectId)] !== since;
      });
    });
    conditions.onEnd((ended) => {
      const keys = new Set(ended.map(({ kind, object }) => `${kind} ${object.id}`));
      this.acknowledgements.forget(({ source, objectId }) => keys.has(`${source} ${objectId}`));
    });
  }

  async onModuleInit(): Promise<void> {
    await this.acknowledgements.load();
  }

  /** Forgets those of alarms that are gone since the last run, once every event is loaded. */
  onApplicationBootstrap(): void {
    const begun = new Set([...this.#ofEvents(), ...this.conditions.all.map(alarmOfCondition)].map(keyOf));
    this.acknowledgements.forget(
      ({ source, objectId, since }) => !begun.has(keyOf({ source, object: { id: objectId }, since })),
    );
  }

  /** Throws ALARM_UNKNOWN, also for the alarm of an object that the caller may not read. */
  find(id: string, access: Access): Alarm {
    const alarm = this.#visible(access).find((each) => each.id === id);
    if (!alarm) throw new ApiError('ALARM_UNKNOWN', id);
    return alarm;
  }

  list(access: Access, username?: string): AlarmListView {
    const alarms = this.#visible(access).map((alarm) => ({ alarm, acknowledged: this.#acknowledgementOf(alarm) }));
    const unacknowledged = alarms.filter(({ acknowledged }) => !acknowledged).length;
    const shown = alarms.sort((a, b) => rankOf(a) - rankOf(b) || b.alarm.since - a.alarm.since).slice(0, MOST);
    return {
      alarms: shown.map(({ alarm }) => this.#view(alarm, access, username)),
      total: alarms.length,
      unacknowledged,
    };
  }

  /** The number of alarms that hold and of those that nobody has acknowledged, for the controller itself. */
  count(): { readonly total: number; readonly unacknowledged: number } {
    const alarms = this.#all();
    return { total: alarms.length, unacknowledged: alarms.filter((each) => !this.#acknowledgementOf(each)).length };
  }

  /** Throws ALARM_UNKNOWN. */
  async acknowledge(id: string, note: string | undefined, caller: CallerWithAddress): Promise<AlarmView> {
    const { access, username } = caller;
    const alarm = this.find(id, access);
    const text = note?.trim() || null;
    const row: Acknowledgement = {
      source: alarm.source,
      objectId: alarm.object.id,
      since: alarm.since,
      at: this.clock.now(),
      who: username,
      note: text,
    };
    const after = { ...aboutOf(alarm), ...(text !== null && { note: text }) };
    await this.acknowledgements.put(row, { ...recordOf(alarm, 'acknowledge', caller), after });
    this.snapshots.touch();
    return this.#view(alarm, access, username);
  }

  /** Throws ALARM_UNKNOWN. */
  async takeBack(id: string, caller: CallerWithAddress): Promise<AlarmView> {
    const alarm = this.find(id, caller.access);
    if (this.#acknowledgementOf(alarm)) {
      const record = { ...recordOf(alarm, 'unacknowledge', caller), after: aboutOf(alarm) };
      await this.acknowledgements.remove({ source: alarm.source, objectId: alarm.object.id }, record);
      this.snapshots.touch();
    }
    return this.#view(alarm, caller.access, caller.username);
  }

  #visible(access: Access): Alarm[] {
    return this.#all().filter((alarm) => this.#isVisible(alarm, access));
  }

  /** A circuit without power is shown by its outlets, and not beside the alarm of what has taken its power. */
  #isVisible({ kind, object }: Alarm, access: Access): boolean {
    if (kind === 'event' && !access.can('viewEventActions')) return false;
    if (kind !== 'noPower') return mayRead(access, object.kind, object.id);
    const showsCause =
      (access.can('viewBankStats') && this.conditions.has('breakerTripped', object.id)) ||
      (access.can('viewInletStats') && this.conditions.hasLostItsFeeds(object.id));
    return !showsCause && this.#unpowered(object.id, access).length > 0;
  }

  #unpowered(bankId: string, access: Access): string[] {
    const outlets = unpowered(this.snapshots.current, this.driver.model, bankId);
    return outlets.map(({ id }) => id).filter((id) => access.mayView(id));
  }

  #all(): Alarm[] {
    return [...this.#ofEvents(), ...this.conditions.active.map(alarmOfCondition)];
  }

  #ofEvents(): Alarm[] {
    return this.rules.triggered.flatMap((rule) =>
      triggeredWatches(rule.compiled, rule.state).map(({ watch, triggeredAt: since = 0 }): Alarm => {
        const { event } = rule;
        const { object } = watch;
        const id = `${event.id}-${since.toString(36)}-${object.id}`;
        return { id, kind: 'event', source: objectOf(event.id), object, since, of: { event, watch, rule } };
      }),
    );
  }

  #acknowledgementOf({ source, object, since }: Alarm): Acknowledgement | undefined {
    const row = this.acknowledgements.get({ source, objectId: object.id });
    return row?.since === since ? row : undefined;
  }

  #view(alarm: Alarm, access: Access, username: string | undefined): AlarmView {
    const { id, kind, object, since, of, load } = alarm;
    const acknowledged = this.#acknowledgementOf(alarm);
    const reading = this.#readingOf(alarm);
    return {
      id,
      kind,
      severity: severityOf(alarm),
      ...(of && { eventId: of.event.id, eventName: of.event.name }),
      object: object.name,
      objectId: object.id,
      objectKind: object.kind,
      ...this.#nameOf(object, access),
      ...(kind === 'noPower' && { outletIds: this.#unpowered(object.id, access) }),
      ...(since !== 0 && { since: new Date(since).toISOString() }),
      ...(reading && { reading }),
      ...(load && { ratedCurrent: load.rated }),
      ...(acknowledged && { acknowledgement: acknowledgementView(acknowledged, access, username) }),
    };
  }

  #nameOf(object: EventObject, access: Access): Pick<AlarmView, 'objectName'> {
    const { objectName } = mayRead(access, object.kind, object.id) ? this.names.of(object) : {};
    return { ...(objectName !== undefined && { objectName }) };
  }

  #readingOf({ kind, of, load }: Alarm): AlarmReadingView | undefined {
    if (of) {
      const { compiled } = of.rule;
      const limit = compiled.kind === 'level' ? compiled.limit : undefined;
      return limit && alarmReadingView(limit, valueNow(of.watch, of.rule, this.contexts.newest));
    }
    if (!load || kind === 'event' || !isLoad(kind)) return undefined;
    const limit = {
      label: 'current',
      unit: 'A',
      limit: rounded(limitOf(kind, load.rated)),
      direction: 'reached',
    } as const;
    return alarmReadingView(limit, this.snapshots.current.fresh ? load.current : undefined);
  }
}

const alarmOfCondition = ({ kind, object, since, load }: ConditionAlarm): Alarm => ({
  id: `${kind}-${since.toString(36)}-${object.id}`,
  kind,
  source: kind,
  object,
  since,
  load,
});

const severityOf = ({ kind }: Alarm): AlarmView['severity'] => (kind === 'highLoad' ? 'warning' : 'critical');

const rankOf = ({ alarm, acknowledged }: { readonly alarm: Alarm; readonly acknowledged: unknown }): number =>
  (acknowledged ? 2 : 0) + (severityOf(alarm) === 'critical' ? 0 : 1);

const keyOf = ({ source, object, since }: { source: string; object: Pick<EventObject, 'id'>; since: number }): string =>
  `${source} ${object.id} ${since}`;

/** The newest measurement; undefined while the hardware does not answer. */
function valueNow({ measure }: Watch, { compiled }: Rule, context: EvaluationContext | undefined): number | undefined {
  if (!context || (compiled.kind === 'level' && compiled.measured && !context.now.fresh)) return undefined;
  return measure?.(context);
}

function acknowledgementView(
  { at, who, note }: Acknowledgement,
  access: Access,
  username: string | undefined,
): AcknowledgementView {
  const showsWho = mayReadLog(access) || who === username;
  return { time: new Date(at).toISOString(), ...(showsWho && { who }), ...(note !== null && { note }) };
}

const aboutOf = ({ kind, object, of }: Alarm) => (of ? { name: of.event.name, about: object.name } : { alarm: kind });

/** The entry is about the event, or else about the object itself: whoever may read of that may read of the alarm. */
function recordOf({ object, of }: Alarm, verb: string, caller: CallerWithAddress): AuditRecord {
  const about = auditObjectOf({ objectKind: object.kind, objectId: object.id });
  const cause = causeOf(caller);
  if (!of) return { kind: `alarm.${verb}`, object: about ?? object.id, cause };
  return { kind: `alarm.${verb}`, object: objectOf(of.event.id), about, cause };
}
