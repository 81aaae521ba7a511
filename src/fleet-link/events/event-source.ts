import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../../audit/audit-log.service.js';
import type { AuditEntryEntity } from '../../audit/audit-entry.entity.js';
import { ControllerFaults, faultRow, type ControllerFault, type FaultKind } from '../../common/controller-faults.js';
import { RulesService, type EventEdge } from '../../events/rules.service.js';
import type { FleetEvent } from './event-outbox.js';

const MAX_TEXT = 500;
/** Faults with which power cannot be controlled, or what was done may be lost. */
const CRITICAL: readonly FaultKind[] = ['hardware', 'storageFull', 'storageFailing', 'database'];

/** Facts of the log that a hub learns of, whether or not an event of this PDU is about them. */
export const FACTS: Readonly<
  Record<string, Pick<FleetEvent, 'code' | 'severity' | 'raised'> & { readonly text: string }>
> = {
  'bank.breakerTripped': { code: 'BREAKER_OPEN', severity: 'critical', raised: true, text: 'The breaker is open.' },
  'bank.breakerClosed': { code: 'BREAKER_OPEN', severity: 'critical', raised: false, text: 'The breaker is closed.' },
  'inlet.mainsLost': { code: 'MAINS_LOST', severity: 'critical', raised: true, text: 'There is no mains.' },
  'inlet.mainsBack': { code: 'MAINS_LOST', severity: 'critical', raised: false, text: 'Mains is back.' },
  'inlet.transfer': { code: 'TRANSFER', severity: 'warning', raised: true, text: 'The load was transferred.' },
  'outlet.fault': { code: 'OUTLET_FAULT', severity: 'critical', raised: true, text: 'The relay is not as asked for.' },
  'sensor.disconnected': { code: 'SENSOR_LOST', severity: 'warning', raised: true, text: 'The sensor is missing.' },
  'sensor.connected': { code: 'SENSOR_LOST', severity: 'warning', raised: false, text: 'The sensor is there.' },
};

/** Passes on what happens at this PDU: its events, its faults, its breakers and mains. */
@Injectable()
export class EventSource {
  constructor(
    private readonly rules: RulesService,
    private readonly faults: ControllerFaults,
    private readonly audit: AuditLogService,
  ) {}

  /** Calls back with each one from now on, and with the faults that there are. It must not block. */
  follow(emit: (event: FleetEvent) => void): void {
    this.rules.onEdge((edge) => emit(ofEdge(edge)));
    this.faults.onChange((fault) => emit(ofFault(fault)));
    this.faults.active.forEach((fault) => emit(ofFault(fault)));
    this.audit.onRecord((entry) => {
      const event = ofEntry(entry);
      if (event) emit(event);
    });
  }
}

function ofEdge({ edge, occurrence }: EventEdge): FleetEvent {
  const { code, eventName, object, objectKind, objectId, objectTitle, detail, reading } = occurrence;
  const isObject = objectKind !== 'system' && objectKind !== 'network';
  return {
    code: `EVENT_${code}`,
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
  object: 'controller',
  text: message.slice(0, MAX_TEXT),
  value: null,
  limit: null,
  severity: CRITICAL.includes(kind) ? 'critical' : 'warning',
  raised: active,
});

function ofEntry({ kind, object, name }: Readonly<AuditEntryEntity>): FleetEvent | undefined {
  const fact = Object.hasOwn(FACTS, kind) ? FACTS[kind] : undefined;
  if (!fact) return undefined;
  const text = name ? `${name}: ${fact.text}` : fact.text;
  return { ...fact, object: object.slice(object.indexOf(':') + 1), text, value: null, limit: null };
}
