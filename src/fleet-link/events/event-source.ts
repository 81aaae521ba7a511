import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import type { AuditEntryEntity } from '../../audit/audit-entry.entity.js';
import { ControllerFaults, faultRow, type ControllerFault, type FaultKind } from '../../common/controller-faults.js';
import { rounded } from '../../common/units.js';
import { ConditionAlarmsService, type ConditionAlarm } from '../../events/alarms/condition-alarms.service.js';
import { isLoad, limitOf, type ConditionKind } from '../../events/alarms/conditions.js';
import { EventObjectNames } from '../../events/event-object-names.js';
import { RulesService, type EventEdge } from '../../events/rules.service.js';
import type { FleetEvent } from './event-outbox.js';

const MAX_TEXT = 500;
/** Faults with which power cannot be controlled, or what was done may be lost. */
const CRITICAL: readonly FaultKind[] = ['hardware', 'storageFull', 'storageFailing', 'database'];

type Fact = Pick<FleetEvent, 'code' | 'severity' | 'raised' | 'text'>;

/** Facts of the log that a hub learns of, whether or not an event of this PDU is about them. */
export const FACTS: Readonly<Record<string, Fact>> = {
  'bank.breakerTripped': { code: 'BREAKER_OPEN', severity: 'critical', raised: true, text: 'The breaker is open.' },
  'bank.breakerClosed': { code: 'BREAKER_OPEN', severity: 'critical', raised: false, text: 'The breaker is closed.' },
  'inlet.mainsLost': { code: 'MAINS_LOST', severity: 'critical', raised: true, text: 'There is no mains.' },
  'inlet.mainsBack': { code: 'MAINS_LOST', severity: 'critical', raised: false, text: 'Mains is back.' },
  'inlet.transfer': { code: 'TRANSFER', severity: 'warning', raised: true, text: 'The load was transferred.' },
  'sensor.disconnected': { code: 'SENSOR_LOST', severity: 'warning', raised: true, text: 'The sensor is missing.' },
  'sensor.connected': { code: 'SENSOR_LOST', severity: 'warning', raised: false, text: 'The sensor is there.' },
};

/** The facts of the log that are conditions too. */
const RECORDED: Readonly<Partial<Record<ConditionKind, Fact | undefined>>> = {
  breakerTripped: FACTS['bank.breakerTripped'],
  inletLost: FACTS['inlet.mainsLost'],
};

/** The conditions that a hub learns of, but for those of the log. A circuit without power is known by its breaker or inlet. */
export const CONDITIONS: Readonly<
  Record<
    'relayFault' | 'overload' | 'highLoad',
    Pick<FleetEvent, 'code' | 'severity'> & { readonly begun: string; readonly over: string }
  >
> = {
  relayFault: {
    ...{ code: 'RELAY_FAULT', severity: 'critical' },
    ...{ begun: 'The relay is not as asked for.', over: 'The relay is as asked for again.' },
  },
  overload: {
    ...{ code: 'OVERLOAD', severity: 'critical' },
    ...{ begun: 'The load has reached the rating.', over: 'The load is below the rating again.' },
  },
  highLoad: {
    ...{ code: 'HIGH_LOAD', severity: 'warning' },
    ...{ begun: 'The load is high.', over: 'The load is no longer high.' },
  },
};

/** Passes on what happens at this PDU: its events, its faults, its breakers and mains, its loads and relays. */
@Injectable()
export class EventSource {
  constructor(
    private readonly rules: RulesService,
    private readonly faults: ControllerFaults,
    private readonly conditions: ConditionAlarmsService,
    private readonly names: EventObjectNames,
    private readonly audit: AuditLogService,
  ) {}

  /** The faults, open breakers, lost mains, loads and relays of now, for a hub that does not know them yet. */
  get active(): FleetEvent[] {
    const recorded = this.conditions.all.flatMap(({ kind, object }) => {
      const fact = RECORDED[kind];
      return fact ? [ofFact(fact, object.id, this.#nameOf(object))] : [];
    });
    return [...this.faults.active.map(ofFault), ...recorded, ...this.#ofConditions(this.conditions.all, true)];
  }

  /** Calls back with each one from now on, and with the faults that there are. It must not block. */
  follow(emit: (event: FleetEvent) => void): void {
    this.rules.onEdge((edge) => emit(ofEdge(edge)));
    this.faults.onChange((fault) => emit(ofFault(fault)));
    this.faults.active.forEach((fault) => emit(ofFault(fault)));
    this.conditions.onBegin((begun) => this.#ofConditions(begun, true).forEach(emit));
    this.conditions.onEnd((ended) => this.#ofConditions(ended, false).forEach(emit));
    this.audit.onRecord((entry) => {
      const event = ofEntry(entry);
      if (event) emit(event);
    });
  }

  #ofConditions(alarms: readonly ConditionAlarm[], raised: boolean): FleetEvent[] {
    return alarms.flatMap((alarm) => {
      const event = ofCondition(alarm, this.#nameOf(alarm.object), raised);
      return event ? [event] : [];
    });
  }

  #nameOf(object: ConditionAlarm['object']): string {
    return this.names.of(object).objectName ?? object.name;
  }
}

function ofCondition({ kind, object, load }: ConditionAlarm, name: string, raised: boolean): FleetEvent | undefined {
  if (!Object.hasOwn(CONDITIONS, kind)) return undefined;
  const { code, severity, begun, over } = CONDITIONS[kind as keyof typeof CONDITIONS];
  return {
    ...{ code, event: undefined, object: object.id, text: `${name}: ${raised ? begun : over}`.slice(0, MAX_TEXT) },
    value: load && raised ? rounded(load.current) : null,
    limit: load && isLoad(kind) ? rounded(limitOf(kind, load.rated)) : null,
    ...{ severity, raised },
  };
}

function ofEdge({ edge, occurrence }: EventEdge): FleetEvent {
  const { code, eventId, eventName, object, objectKind, objectId, objectTitle, detail, reading } = occurrence;
  const isObject = objectKind !== 'system' && objectKind !== 'network';
  return {
    code: `EVENT_${code}`,
    event: eventId,
    object: isObject ? objectId.slice(0, 64) : objectKind,
    text: `${eventName}: ${detail ?? objectTitle ?? object}`.slice(0, MAX_TEXT),
    value: reading?.value ?? null,
    limit: reading?.limit ?? null,
    severity: 'warning',
    raised: edge === 'triggered',
  };
}

const ofFault = ({ kind, active, message }: ControllerFault): FleetEvent => ({
  code: faultRow(kind).code,
  event: undefined,
  object: 'controller',
  text: message.slice(0, MAX_TEXT),
  value: null,
  limit: null,
  severity: CRITICAL.includes(kind) ? 'critical' : 'warning',
  raised: active,
});

function ofEntry({ kind, object, name }: Readonly<AuditEntryEntity>): FleetEvent | undefined {
  const fact = Object.hasOwn(FACTS, kind) ? FACTS[kind] : undefined;
  return fact && ofFact(fact, object.slice(object.indexOf(':') + 1), name);
}

function ofFact(fact: Fact, object: string, name: string | null | undefined): FleetEvent {
  const text = name ? `${name}: ${fact.text}` : fact.text;
  return { ...fact, event: undefined, object, text, value: null, limit: null };
}
