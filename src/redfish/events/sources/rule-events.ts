import type { EventObjectKind, OccurrenceReading } from '../../../actions/event-occurrence.js';
import { formatDecimal } from '../../../common/text.js';
import { needsOfObject } from '../../../events/object-access.js';
import type { EventEdge } from '../../../events/rules.service.js';
import type { PduModel } from '../../../hardware/profiles/pdu-model.js';
import { sensorUri } from '../../resources/common.js';
import type { EventMessageId } from '../event-messages.js';
import type { RedfishEvent } from '../event-record.js';

/** The quantities with messages of their own, by the unit of their limit. */
const QUANTITIES: Readonly<
  Record<string, { readonly sensor: string; readonly warning: EventMessageId; readonly normal: EventMessageId }>
> = {
  A: { sensor: 'Current', warning: 'Power.1.2.CurrentWarning', normal: 'Power.1.2.CurrentNormal' },
  V: { sensor: 'Voltage', warning: 'Power.1.2.VoltageWarning', normal: 'Power.1.2.VoltageNormal' },
  W: { sensor: 'Power', warning: 'Power.1.2.PowerWarning', normal: 'Power.1.2.PowerNormal' },
  Hz: { sensor: 'Frequency', warning: 'Power.1.2.FrequencyWarning', normal: 'Power.1.2.FrequencyNormal' },
  '°C': {
    sensor: 'Temperature',
    warning: 'Environmental.1.4.TemperatureWarning',
    normal: 'Environmental.1.4.TemperatureNormal',
  },
};

/** The message about an event of the product that triggers or ends; undefined for what the registries have no message for. */
export function ruleEvent({ edge, occurrence }: EventEdge, model: PduModel): RedfishEvent | undefined {
  const { objectKind: kind, objectId: id, reading } = occurrence;
  const said = reading && messageOf(reading, edge, kind);
  const begin = said && sensorOwner(kind, id, model);
  if (!said || begin === undefined) return undefined;
  const sensor = `${begin}${said.sensor}`;
  return {
    message: said.message,
    args: [sensor, formatDecimal(reading.value), ...said.more],
    origin: sensorUri(sensor),
    type: 'Sensor',
    needs: ['viewEventActions', ...needsOfObject(kind, id)],
  };
}

function messageOf(
  { unit, value, limit }: OccurrenceReading,
  edge: EventEdge['edge'],
  kind: EventObjectKind,
): { readonly sensor: string; readonly message: EventMessageId; readonly more: readonly string[] } | undefined {
  const isEnd = edge === 'ended';
  if (kind === 'sensor' && unit === '%') {
    if (isEnd) return { sensor: 'Humidity', message: 'Environmental.1.4.HumidityNormal', more: [] };
    const beyond = value > limit ? 'AboveUpper' : 'BelowLower';
    const message = `Environmental.1.4.Humidity${beyond}CautionThreshold` as const;
    return { sensor: 'Humidity', message, more: [formatDecimal(limit)] };
  }
  const quantity = Object.hasOwn(QUANTITIES, unit) ? QUANTITIES[unit] : undefined;
  return quantity && { sensor: quantity.sensor, message: isEnd ? quantity.normal : quantity.warning, more: [] };
}

/** The beginning of the ids of an object's sensors: `Bank1200578`. */
function sensorOwner(kind: EventObjectKind, id: string, model: PduModel): string | undefined {
  if (kind === 'outlet') {
    const outlet = model.hasOutlets ? model.outlet(id) : undefined;
    return outlet && `Outlet${outlet.index}`;
  }
  if (kind === 'bank') return `Bank${id}`;
  if (kind === 'sensor') {
    const sensor = model.sensors.find((each) => each.id === id);
    return sensor && `Port${sensor.port}`;
  }
  const inlet = model.inlets.find((each) => each.id === id || each.lineIds.some((line) => line.id === id));
  if (!inlet) return undefined;
  // An inlet of one line has no sensors of its line besides its own.
  const place = inlet.lines.length === 3 ? inlet.lineIds.findIndex((line) => line.id === id) : -1;
  return `Inlet${inlet.position + 1}${place < 0 ? '' : `Line${place + 1}`}`;
}
