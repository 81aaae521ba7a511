import type { PduDriver } from '../hardware/pdu.driver.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import type { Snapshot } from '../hardware/snapshot.js';
import type { Millis } from '../common/clock.js';
import { rounded } from '../common/units.js';
import { VERSION } from '../common/version.js';

/** The model and abilities of the PDU, and the age of its readings. */
export class DeviceView {
  /** @example 2 */
  numBanks: number;
  /** Number of outlets; 0 if they can be neither switched nor metered one by one. @example 16 */
  numOutlets: number;
  /** @example 1 */
  numInlets: number;
  /** Connector of the first inlet's cord. @example "NEMA L5-30P" */
  inletPlug: string;
  /** True if the power of each outlet is measured. */
  outletPwrMeasurementsSupported: boolean;
  outletSwitchingSupported: boolean;
  /** True if the current of each outlet is measured. */
  outletMeteringSupported: boolean;
  /** True if at least one bank has a circuit breaker of its own. */
  circuitBreakerProtection: boolean;
  /** @example "1000036" */
  enclosureSerialNumber: string;
  /** @example "RF-1602-30" */
  modelNumber: string;
  inletConfig: 'standard' | 'dualcircuit' | 'ats';
  /** @example "2U" */
  formFactor: string;
  /** @example 2000036 */
  controllerSerialNumber: number;
  /** Version of the controller software. @example "0.1.0" */
  controllerFirmwareVersion: string;
  /** The hardware driver of the controller. @example "simulator" */
  controllerHardwareVersion: string;
  phase: 'Single Phase' | 'Three Phase Delta' | 'Three Phase Wye';
  /** Seconds since the controller software started. @example 86400 */
  uptime: number;
  /** The controller's clock, ISO 8601. */
  time: string;
  /** Seconds since the hardware last answered with measurements. @example 0.4 */
  readingAge: number;
  /** False while the hardware does not answer: measurements are then the last known ones. */
  readingFresh: boolean;
}

/** The two members that change every second, which are also in the live stream. */
export const deviceTime = (uptime: Millis, now: Millis): Pick<DeviceView, 'uptime' | 'time'> => ({
  uptime: Math.floor(uptime / 1000),
  time: new Date(now).toISOString(),
});

/** The view from the model, the clock's two times and the newest snapshot. */
export function deviceView(
  driver: Pick<PduDriver, 'name' | 'model'>,
  uptime: Millis,
  now: Millis,
  snapshot: Snapshot,
): DeviceView {
  const { profile, hasOutlets } = driver.model;
  return {
    ...abilities(profile),
    numOutlets: hasOutlets ? profile.outlets.length : 0,
    controllerFirmwareVersion: VERSION,
    controllerHardwareVersion: driver.name,
    ...deviceTime(uptime, now),
    readingAge: rounded((uptime - snapshot.readAt) / 1000),
    readingFresh: snapshot.fresh,
  };
}

const abilities = (profile: ModelProfile) => ({
  numBanks: profile.banks.length,
  numInlets: profile.inlets.length,
  inletPlug: profile.inlets[0]?.plug ?? '',
  outletPwrMeasurementsSupported: profile.outletMetering,
  outletSwitchingSupported: profile.outletSwitching,
  outletMeteringSupported: profile.outletMetering,
  circuitBreakerProtection: profile.banks.some(({ breaker }) => breaker !== undefined),
  enclosureSerialNumber: profile.enclosureSerialNumber,
  modelNumber: profile.modelNumber,
  inletConfig: profile.inletConfig,
  formFactor: profile.formFactor,
  controllerSerialNumber: profile.controllerSerialNumber,
  phase: profile.phase,
});
