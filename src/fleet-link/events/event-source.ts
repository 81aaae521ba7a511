import { Injectable } from '@nestjs/common';
import type { EventOccurrence } from '../../actions/event-occurrence.js';
import { AuditLogService } from '../../audit/audit-log.service.js';
import { partsOf } from '../../audit/audit-entry.entity.js';
import {
  ControllerFaults,
  FAULT_KINDS,
  faultRow,
  type ControllerFault,
  type FaultKind,
} from '../../common/controller-faults.js';
import { rounded } from '../../common/units.js';
import { ConditionAlarmsService, type ConditionAlarm } from '../../events/alarms/condition-alarms.service.js';
import { isLoad, limitOf, type ConditionKind } from '../../events/alarms/conditions.js';
import { EventObjectNames } from '../../events/event-object-names.js';
import { RulesService, type EventEdge, type LastingTrigger } from '../../events/rules.service.js';
import { HardwareChangesService } from '../../timeline/hardware-changes.service.js';
import type { FleetEvent } from './fleet-event.entity.js';
import { keyOf } from './raised-events.js';

const MAX_TEXT = 500;
/** Faults with which power cannot be controlled, or what was done may be lost. */
const CRITICAL: readonly FaultKind[] = ['hardware', 'storageFull', 'storageFailing', 'database'];

type StateKind = ConditionKind | 'sensorLost';

/** A state of a part of the PDU that lasts. */
interface State extends Pick<FleetEvent, 'code' | 'severity'> {
  readonly begun: string;
  readonly over: string;
  /** Said at its end while it holds, because another event says more. */
  readonly replaced?: string;
}

/** The states that a hub learns of, whether or not an event of a user is about them. */
export const STATES: Readonly<Record<StateKind, State>> = {
  breakerTripped: {
    ...{ code: 'BREAKER_OPEN', severity: 'critical' },
    ...{ begun: 'The breaker is open.', over: 'The breaker is closed.' },
  },
  inletLost: {
    ...{ code: 'MAINS_LOST', severity: 'critical' },
    ...{ begun: 'There is no mains.', over: 'Mains is back.' },
  },
  relayFault: {
    ...{ code: 'RELAY_FAULT', severity: 'critical' },
    ...{ begun: 'The relay is not as asked for.', over: 'The relay is as asked for again.' },
  },
  noPower: {
    ...{ code: 'NO_POWER', severity: 'critical' },
    ...{ begun: 'Its outlets have no power.', over: 'No outlet is without power any more.' },
    replaced: 'The cause is an open breaker or a lost inlet.',
  },
  overload: {
    ...{ code: 'OVERLOAD', severity: 'critical' },
    ...{ begun: 'The load has reached the rating.', over: 'The load is below the rating again.' },
  },
  highLoad: {
    ...{ code: 'HIGH_LOAD', severity: 'warning' },
    ...{ begun: 'The load is high.', over: 'The load is no longer high.' },
    replaced: 'The load has reached the rating.',
  },
  sensorLost: {
    ...{ code: 'SENSOR_LOST', severity: 'warning' },
    ...{ begun: 'The sensor is missing.', over: 'The sensor is there.' },
  },
};

export const TRANSFER = { code: 'TRANSFER', severity: 'warning', text: 'The load was transferred.' } as const;

const STATE_KINDS = new Map((Object.keys(STATES) as StateKind[]).map((kind) => [STATES[kind].code, kind]));
const FAULT_ENDS = new Map(FAULT_KINDS.map((kind) => [faultRow(kind).code, faultRow(kind).ended]));

/** An event that lasts. Its content is made when it is needed: thousands may last. */
export interface LastingEvent {
  readonly key: string;
  readonly event: () => FleetEvent;
}

/** The events of this PDU, those that happen and those that last: of its users, its faults, and the states of its parts. */
@Injectable()
export class EventSource {
  constructor(
    private readonly rules: RulesService,
    private readonly faults: ControllerFaults,
    private readonly conditions: ConditionAlarmsService,
    private readonly hardware: HardwareChangesService,
    private readonly names: EventObjectNames,
    private readonly audit: AuditLogService,
  ) {}

  /** Everything that lasts now. Of a load there is the worse one, and a circuit is without power only where nothing says why. */
  get lasting(): LastingEvent[] {
    const conditions = this.conditions.active.filter(
      ({ kind, object }) => kind !== 'noPower' || !this.#hasCause(object),
    );
    return [
      ...this.faults.active.map((fault) => lastingOf(ofFault(fault))),
      ...conditions.map((alarm) => ({
        key: keyOf({ code: STATES[alarm.kind].code, object: alarm.object.id }),
        event: () => this.#ofCondition(alarm),
      })),
      ...this.hardware.missingSensors.map((sensor) => lastingOf(this.#ofSensor(sensor))),
      ...this.rules.lasting.map(ofTrigger),
    ];
  }

  /** The end of what lasts no more. */
  endOf({ code, event, object, text, limit, severity }: FleetEvent): FleetEvent {
    const kind = STATE_KINDS.get(code);
    const end = { code, event, object, value: null, limit, severity, raised: false };
    if (!kind) return { ...end, text: FAULT_ENDS.get(code) ?? text };
    const { begun, over, replaced } = STATES[kind];
    const holds = kind !== 'sensorLost' && this.conditions.has(kind, object);
    const name = text.endsWith(begun) ? text.slice(0, -begun.length) : '';
    return { ...end, text: name + ((holds ? replaced : undefined) ?? over) };
  }

  /**
   * Calls back with each event of a user that triggers or ends, each change of a fault and each transfer, and `onChange` when the
   * state of a part may have changed. Neither must block.
   */
  follow(emit: (event: FleetEvent) => void, onChange: () => void): void {
    this.rules.onEdge((edge) => {
      // An event that watches several faults is one for the hub, and others of them may last.
      if (edge.edge === 'ended' && isWhole(edge.occurrence.objectKind)) onChange();
      else emit(ofEdge(edge));
    });
    this.faults.onChange((fault) => emit(ofFault(fault)));
    this.conditions.onBegin(onChange);
    this.conditions.onEnd(onChange);
    this.audit.onRecord(({ kind, object, name }) => {
      if (kind.startsWith('sensor.')) onChange();
      if (kind !== 'inlet.transfer') return;
      const { code, severity, text } = TRANSFER;
      emit(ofPart({ code, severity, object: partsOf(object)[1], text: named(name, text) }));
    });
  }

  #hasCause({ id }: ConditionAlarm['object']): boolean {
    return this.conditions.has('breakerTripped', id) || this.conditions.hasLostItsFeeds(id);
  }

  #ofCondition({ kind, object, load }: ConditionAlarm): FleetEvent {
    const { code, severity, begun } = STATES[kind];
    const name = this.names.of(object).objectName ?? object.name;
    return {
      ...ofPart({ code, severity, object: object.id, text: `${name}: ${begun}` }),
      value: load ? rounded(load.current) : null,
      limit: load && isLoad(kind) ? rounded(limitOf(kind, load.rated)) : null,
    };
  }

  /** @param sensor as the log names it */
  #ofSensor(sensor: string): FleetEvent {
    const { code, severity, begun } = STATES.sensorLost;
    const name = this.audit.nameOf(sensor);
    return ofPart({ code, severity, object: partsOf(sensor)[1], text: named(name, begun) });
  }
}

/** A sentence about an object, after its name where it has one. */
const named = (name: string | null | undefined, text: string): string => (name ? `${name}: ${text}` : text);

const lastingOf = (event: FleetEvent): LastingEvent => ({ key: keyOf(event), event: () => event });

function ofTrigger({ event: { id, code }, object, occurrence }: LastingTrigger): LastingEvent {
  const key = keyOf({ code: codeOf(code), event: id, object: objectOf(object.kind, object.id) });
  return { key, event: () => ofEdge({ edge: 'triggered', occurrence: occurrence() }) };
}

function ofEdge({ edge, occurrence }: EventEdge): FleetEvent {
  const { code, eventId, eventName, object, objectKind, objectId, objectTitle, detail, reading } = occurrence;
  return {
    code: codeOf(code),
    event: eventId,
    object: objectOf(objectKind, objectId),
    text: `${eventName}: ${detail ?? objectTitle ?? object}`.slice(0, MAX_TEXT),
    value: reading?.value ?? null,
    limit: reading?.limit ?? null,
    severity: 'warning',
    raised: edge === 'triggered',
  };
}

const codeOf = (code: number): string => `EVENT_${code}`;

/** An object that has no id at the hub. */
const isWhole = (kind: EventOccurrence['objectKind']): boolean => kind === 'system' || kind === 'network';

const objectOf = (kind: EventOccurrence['objectKind'], id: string): string => (isWhole(kind) ? kind : id.slice(0, 64));

const ofFault = ({ kind, active, message }: ControllerFault): FleetEvent => ({
  ...ofPart({
    code: faultRow(kind).code,
    severity: CRITICAL.includes(kind) ? 'critical' : 'warning',
    object: 'controller',
    text: message,
  }),
  raised: active,
});

const ofPart = ({ text, ...members }: Pick<FleetEvent, 'code' | 'severity' | 'object' | 'text'>): FleetEvent => ({
  ...members,
  ...{ event: undefined, text: text.slice(0, MAX_TEXT), value: null, limit: null, raised: true },
});
