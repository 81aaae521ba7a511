import type { PduDriver } from '../hardware/pdu.driver.js';
import type { BankModel } from '../hardware/profiles/pdu-model.js';
import type { BankReading } from '../hardware/snapshot.js';
import { rounded } from '../common/units.js';
import { VERSION } from '../common/version.js';

/** One bank: a branch circuit that feeds outlets. */
export class BankView {
  /** Serial number of the bank's board, for example "1200578". */
  id: string;
  /** The inlet that feeds it, for example "I1-1000036". */
  inletId: string;
  /** The controller's version: its driver is what runs the bank. */
  firmwareVersion: string;
  /** The hardware driver that reaches the bank. */
  hardwareVersion: string;
  bankName: string;
  /** The lines it hangs on, for example "L1-L2". */
  bankLines: string;
  outletSwitchingSupported: boolean;
  outletMeteringSupported: boolean;
  /** The bank has a circuit breaker of its own. */
  hasCircuitBreakerProtection: boolean;
  /** Rated current of its circuit breaker, A; absent without one. */
  ratedCurrent?: number | undefined;
  /** True = healthy, false = tripped. */
  circuitBreakerClosed?: boolean | undefined;
  /** A. */
  currentRms?: number | undefined;
  /** V. */
  voltageRms?: number | undefined;
  /** Hz. */
  lineFrequency?: number | undefined;
  /** Active by apparent power, 0 to 1; 1 at no load. */
  powerFactor?: number | undefined;
  /** W. */
  activePower?: number | undefined;
  /** VA. */
  apparentPower?: number | undefined;
  /** var. */
  reactivePower?: number | undefined;
  /** Active energy since the last reset of the kWh meter, kWh. */
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
