import type { PduDriver } from '../hardware/pdu.driver.js';
import type { BankModel } from '../hardware/profiles/pdu-model.js';
import type { BankReading } from '../hardware/snapshot.js';
import { rounded } from '../common/units.js';
import { VERSION } from '../common/version.js';

/** One bank: a branch circuit that feeds outlets. */
export class BankView {
  /** Serial number of the bank's board. @example "1200578" */
  id: string;
  /** The inlet that feeds it. @example "I1-1000036" */
  inletId: string;
  /** The controller's version: its driver is what runs the bank. @example "0.1.0" */
  firmwareVersion: string;
  /** The hardware driver that reaches the bank. @example "simulator" */
  hardwareVersion: string;
  /** @example "Left side" */
  bankName: string;
  /** The lines it hangs on. @example "L1" */
  bankLines: string;
  outletSwitchingSupported: boolean;
  outletMeteringSupported: boolean;
  /** The bank has a circuit breaker of its own. */
  hasCircuitBreakerProtection: boolean;
  /** Rated current of its circuit breaker, A; absent without one. @example 20 */
  ratedCurrent?: number | undefined;
  /** True = healthy, false = tripped. @example true */
  circuitBreakerClosed?: boolean | undefined;
  /** A. @example 3.8 */
  currentRms?: number | undefined;
  /** V. @example 120.1 */
  voltageRms?: number | undefined;
  /** Hz. @example 60 */
  lineFrequency?: number | undefined;
  /** Active by apparent power, 0 to 1; 1 at no load. @example 0.935 */
  powerFactor?: number | undefined;
  /** W. @example 426.7 */
  activePower?: number | undefined;
  /** VA. @example 456.4 */
  apparentPower?: number | undefined;
  /** var. @example 162 */
  reactivePower?: number | undefined;
  /** Active energy since the last reset of the kWh meter, kWh. @example 1250.4 */
  energyAccumulation?: number | undefined;
}

/** The name of a bank that nobody has named. */
export const defaultBankName = ({ position }: Pick<BankModel, 'position'>): string => `Bank ${position + 1}`;

/** Joins the profile, the name and the reading of one bank. */
export function bankView(
  bank: BankModel,
  { name: driver, model }: Pick<PduDriver, 'name' | 'model'>,
  name: string,
  reading: BankReading,
): BankView {
  return {
    id: bank.id,
    inletId: bank.inletId,
    firmwareVersion: VERSION,
    hardwareVersion: driver,
    bankName: name,
    bankLines: bank.lines.join('-'),
    outletSwitchingSupported: model.profile.outletSwitching,
    outletMeteringSupported: model.profile.outletMetering,
    hasCircuitBreakerProtection: bank.breaker !== undefined,
    ratedCurrent: bank.breaker,
    circuitBreakerClosed: reading.breakerClosed,
    currentRms: rounded(reading.current),
    voltageRms: rounded(reading.voltage),
    lineFrequency: rounded(reading.frequency),
    powerFactor: rounded(reading.powerFactor),
    activePower: rounded(reading.activePower),
    apparentPower: rounded(reading.apparentPower),
    reactivePower: rounded(reading.reactivePower),
    energyAccumulation: rounded(reading.energy),
  };
}
