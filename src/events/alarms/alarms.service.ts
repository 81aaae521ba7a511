import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { auditObjectOf } from '../../actions/execution/action-run.js';
import type { AuditRecord } from '../../audit/audit-log.service.js';
import { mayReadLog } from '../../audit/entry-rights.js';
import type { Access, CallerWithAddress } from '../../common/access.js';
import { causeOf } from '../../common/cause.js';
import { Clock } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import type { EventObject, Watch } from '../engine/compiled-rule.js';
import type { EvaluationContext } from '../engine/evaluation-context.js';
import { triggeredWatches } from '../engine/rule-engine.js';
import { EvaluationContexts } from '../evaluation-contexts.js';
import { EventStore, hasSameTrigger, objectOf, type StoredEvent } from '../event.store.js';
import { mayRead } from '../object-access.js';
import { RuleJournalService } from '../occurrences/rule-journal.service.js';
import { RulesService, type Rule } from '../rules.service.js';
import { AcknowledgementStore, type Acknowledgement } from './acknowledgement.store.js';
import { alarmReadingView, type AcknowledgementView, type AlarmListView, type AlarmView } from './alarm.view.js';

/** An event that has triggered for one of its objects. */
export interface Alarm {
  readonly id: string;
  readonly event: StoredEvent;
  readonly object: EventObject;
  /** Wall clock; 0 where it is not known. */
  readonly since: number;
  readonly watch: Watch;
  readonly rule: Rule;
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
    events: EventStore,
    journal: RuleJournalService,
  ) {
    events.onChange((changes) => {
      const others = changes.filter(({ before, after }) => !(before && after && hasSameTrigger(before, after)));
      const ids = new Set(others.map(({ id }) => id));
      this.acknowledgements.forget(({ eventId }) => ids.has(eventId));
    });
    journal.onRecord((changes) => {
      const changed = new Map(changes.map(({ eventId, ruleState }) => [eventId, ruleState]));
      this.acknowledgements.forget(({ eventId, objectId, triggeredAt }) => {
        const state = changed.get(eventId);
        return state !== undefined && state.triggeredAt?.[state.triggered.indexOf(objectId)] !== triggeredAt;
      });
    });
  }

  async onModuleInit(): Promise<void> {
    await this.acknowledgements.load();
  }

  /** Forgets those of alarms that are gone since the last run, once every event is loaded. */
  onApplicationBootstrap(): void {
    const begun = new Set(this.#all().map(({ event, object, since }) => `${event.id} ${object.id} ${since}`));
    this.acknowledgements.forget(
      ({ eventId, objectId, triggeredAt }) => !begun.has(`${eventId} ${objectId} ${triggeredAt}`),
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
    const shown = alarms
      .sort((a, b) => Number(!!a.acknowledged) - Number(!!b.acknowledged) || b.alarm.since - a.alarm.since)
      .slice(0, MOST);
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
      eventId: alarm.event.id,
      objectId: alarm.object.id,
      triggeredAt: alarm.since,
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
      await this.acknowledgements.remove({ eventId: alarm.event.id, objectId: alarm.object.id }, record);
      this.snapshots.touch();
    }
    return this.#view(alarm, caller.access, caller.username);
  }

  #visible(access: Access): Alarm[] {
    return this.#all().filter(({ object: { kind, id } }) => mayRead(access, kind, id));
  }

  #all(): Alarm[] {
    return this.rules.triggered.flatMap((rule) =>
      triggeredWatches(rule.compiled, rule.state).map(({ watch, triggeredAt: since = 0 }) => {
        const { event } = rule;
        const id = `${event.id}-${since.toString(36)}-${watch.object.id}`;
        return { id, event, object: watch.object, since, watch, rule };
      }),
    );
  }

  #acknowledgementOf({ event, object, since }: Alarm): Acknowledgement | undefined {
    const row = this.acknowledgements.get({ eventId: event.id, objectId: object.id });
    return row?.triggeredAt === since ? row : undefined;
  }

  #view(alarm: Alarm, access: Access, username: string | undefined): AlarmView {
    const { id, event, object, since, watch, rule } = alarm;
    const acknowledged = this.#acknowledgementOf(alarm);
    const limit = rule.compiled.kind === 'level' ? rule.compiled.limit : undefined;
    return {
      id,
      eventId: event.id,
      eventName: event.name,
      object: object.name,
      objectId: object.id,
      objectKind: object.kind,
      ...(since !== 0 && { since: new Date(since).toISOString() }),
      ...(limit && { reading: alarmReadingView(limit, valueNow(watch, rule, this.contexts.newest)) }),
      ...(acknowledged && { acknowledgement: acknowledgementView(acknowledged, access, username) }),
    };
  }
}

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

const aboutOf = ({ event, object }: Alarm) => ({ name: event.name, about: object.name });

function recordOf({ event, object }: Alarm, verb: string, caller: CallerWithAddress): AuditRecord {
  const about = auditObjectOf({ objectKind: object.kind, objectId: object.id });
  return { kind: `event.${verb}`, object: objectOf(event.id), about, cause: causeOf(caller) };
}
