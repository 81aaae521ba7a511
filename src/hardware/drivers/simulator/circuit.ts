import { reactiveFactor } from '../../power-math.js';
import { currentsOfLines, voltageFactor, type BankLoad } from '../../supply-lines.js';
import type { Volts } from '../../../common/units.js';
import type { PduModel } from '../../profiles/pdu-model.js';
import type { InletState, SimulatedPdu } from './simulated-pdu.js';

/** Below this no load runs and no detector sees voltage; meters on an open line show a few volts too. */
const DETECTABLE: Volts = 30;

export const isLive = (voltage: Volts): boolean => voltage > DETECTABLE;

/** Voltage at the inlet's terminals. */
export const mainsOf = ({ powered, voltage }: InletState): Volts => (powered ? voltage : 0);

/**
 * The electrical connections of a model's parts and the currents in them. `solve` writes into the same arrays each time
 * (one entry per object, in the model's order), so that a poll cycle allocates nothing here.
 */
export class Circuit {
  readonly bankVoltage: Float64Array;
  readonly bankActive: Float64Array;
  readonly bankReactive: Float64Array;
  readonly bankCurrent: Float64Array;
  readonly outletCurrent: Float64Array;
  readonly outletActive: Float64Array;
  /** Position of each outlet's bank. */
  readonly bankOf: Int32Array;
  readonly inletActive: Float64Array;
  readonly inletReactive: Float64Array;
  /** One entry per inlet, with one current per line. */
  readonly lines: (readonly number[])[];

  readonly #model: PduModel;
  readonly #factors: readonly number[];

  constructor(model: PduModel) {
    this.#model = model;
    this.bankOf = Int32Array.from(model.outlets, ({ bank }) => bank);
    this.#factors = model.banks.map((bank) => voltageFactor(model, bank));
    const zeros = (items: readonly unknown[]): Float64Array => new Float64Array(items.length);
    this.bankVoltage = zeros(model.banks);
    this.bankActive = zeros(model.banks);
    this.bankReactive = zeros(model.banks);
    this.bankCurrent = zeros(model.banks);
    this.outletCurrent = zeros(model.outlets);
    this.outletActive = zeros(model.outlets);
    this.inletActive = zeros(model.inlets);
    this.inletReactive = zeros(model.inlets);
    this.lines = model.inlets.map(({ lines }) => lines.map(() => 0));
  }

  /** Position of the inlet that feeds this bank now. */
  feeding(pdu: SimulatedPdu, bank: number): number {
    return this.#model.profile.inletConfig === 'ats' ? pdu.activeInlet : (this.#model.banks[bank]?.inlet ?? 0);
  }

  solve(pdu: SimulatedPdu): void {
    this.#startBanks(pdu);
    this.#addOutlets(pdu);
    this.#addBanks(pdu);
    pdu.inlets.forEach((inlet, position) => (this.lines[position] = this.#linesOf(pdu, inlet, position)));
  }

  #startBanks(pdu: SimulatedPdu): void {
    pdu.banks.forEach(({ breakerClosed, loadAmps, powerFactor }, bank) => {
      const inlet = pdu.inlets[this.feeding(pdu, bank)];
      const voltage = inlet && breakerClosed ? mainsOf(inlet) * (this.#factors[bank] ?? 0) : 0;
      const apparent = isLive(voltage) ? voltage * loadAmps : 0;
      this.bankVoltage[bank] = voltage;
      this.bankActive[bank] = apparent * powerFactor;
      this.bankReactive[bank] = apparent * reactiveFactor(powerFactor);
    });
  }

  #addOutlets(pdu: SimulatedPdu): void {
    pdu.outlets.forEach(({ contact, loadAmps, powerFactor }, outlet) => {
      const bank = this.bankOf[outlet] ?? 0;
      const voltage = this.bankVoltage[bank] ?? 0;
      const current = contact === 'ON' && isLive(voltage) ? loadAmps : 0;
      this.outletCurrent[outlet] = current;
      this.outletActive[outlet] = voltage * current * powerFactor;
      if (current === 0) return;
      this.bankActive[bank] = (this.bankActive[bank] ?? 0) + voltage * current * powerFactor;
      this.bankReactive[bank] = (this.bankReactive[bank] ?? 0) + voltage * current * reactiveFactor(powerFactor);
    });
  }

  #addBanks(pdu: SimulatedPdu): void {
    this.inletActive.fill(0);
    this.inletReactive.fill(0);
    pdu.banks.forEach((_, bank) => {
      const inlet = this.feeding(pdu, bank);
      const active = this.bankActive[bank] ?? 0;
      const reactive = this.bankReactive[bank] ?? 0;
      const voltage = this.bankVoltage[bank] ?? 0;
      this.bankCurrent[bank] = voltage === 0 ? 0 : Math.sqrt(active * active + reactive * reactive) / voltage;
      this.inletActive[inlet] = (this.inletActive[inlet] ?? 0) + active;
      this.inletReactive[inlet] = (this.inletReactive[inlet] ?? 0) + reactive;
    });
  }

  #linesOf(pdu: SimulatedPdu, inlet: InletState, position: number): readonly number[] {
    return currentsOfLines(this.#model, mainsOf(inlet), this.#loadsOf(pdu, position));
  }

  #loadsOf(pdu: SimulatedPdu, inlet: number): BankLoad[] {
    return this.#model.banks
      .filter(({ position }) => this.feeding(pdu, position) === inlet)
      .map(({ lines, position }) => {
        const power = { active: this.bankActive[position] ?? 0, reactive: this.bankReactive[position] ?? 0 };
        return { lines, power };
      });
  }
}
