import { ApiError } from '../../common/errors.js';
import type { PermissionFlag } from '../../common/access.js';
import type { PduModel } from '../../hardware/profiles/pdu-model.js';
import type { LineName } from '../../hardware/profiles/profile.js';
import { rounded } from '../../common/units.js';
import type { Call, Json } from '../protocol/provider.js';
import { link, ROOT } from '../protocol/provider.js';

export const CHASSIS = '/Chassis/1';
export const MANAGER = '/Managers/1';
export const MANUFACTURER = 'Rackfeed';

/** The path of the PDU: a transfer switch has a collection of its own. */
export const pduPath = ({ profile }: PduModel): string =>
  profile.inletConfig === 'ats' ? '/PowerEquipment/TransferSwitches/1' : '/PowerEquipment/RackPDUs/1';

/** Throws NOT_ALLOWED without one of the permissions. */
export function need({ caller }: Call, ...anyOf: readonly PermissionFlag[]): void {
  if (!anyOf.some((flag) => caller.access.can(flag))) throw new ApiError('NOT_ALLOWED', anyOf.join(' or '));
}

/** Throws the 404 of an unknown resource. */
export const unknown = (): ApiError => new ApiError('PATH_UNKNOWN');

export const ENABLED: Json = { State: 'Enabled', Health: 'OK' };
export const SILENT: Json = { State: 'UnavailableOffline', Health: 'Warning' };

/** The address of a sensor. */
export const sensorUri = (id: string): string => `${ROOT}${CHASSIS}/Sensors/${id}`;

/** A reading within another resource, with the sensor that it comes from. */
export const excerpt = (sensor: string, reading: number | undefined, more: Json = {}): Json => ({
  DataSourceUri: sensorUri(sensor),
  Reading: orNull(reading),
  ...more,
});

/** A number as it is shown; unknown is null. */
export const orNull = (value: number | undefined): number | null => (value === undefined ? null : rounded(value));

export const links = (paths: readonly string[]): Json[] => paths.map((path) => link(path));

/** The wall clock as the protocol writes it, in whole seconds. */
export const isoTime = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

const LINE_NUMBERS: Readonly<Record<LineName, number>> = { L1: 1, L2: 2, L3: 3 };

/** The lines of a circuit as an ElectricalContext, and how it is wired. */
export function wiringOf(lines: readonly LineName[], isDelta: boolean): { context: string; wiring: string } {
  const [first = 'L1', second] = lines;
  const number = LINE_NUMBERS[first];
  if (lines.length === 3) return { context: 'Total', wiring: isDelta ? 'ThreePhase4Wire' : 'ThreePhase5Wire' };
  if (second === undefined) return { context: `Line${number}ToNeutral`, wiring: 'OnePhase3Wire' };
  return { context: LINE_PAIRS[`${first}-${second}`] ?? 'LineToLine', wiring: 'TwoPhase3Wire' };
}

/** The pairs of lines, in the order in which the schema names them. */
const LINE_PAIRS: Readonly<Record<string, string>> = {
  'L1-L2': 'Line1ToLine2',
  'L2-L1': 'Line1ToLine2',
  'L2-L3': 'Line2ToLine3',
  'L3-L2': 'Line2ToLine3',
  'L3-L1': 'Line3ToLine1',
  'L1-L3': 'Line3ToLine1',
};

const NOMINAL = new Set([120, 208, 230, 240, 277, 400]);

/** The nominal voltage as the schema names it. */
export function nominalVoltage(volts: number): string {
  const whole = Math.round(volts);
  if (NOMINAL.has(whole)) return `AC${whole}V`;
  return whole <= 160 ? 'AC100To127V' : 'AC200To240V';
}
