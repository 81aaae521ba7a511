import type { Amps, Volts } from '../common/units.js';
import type { PduModel } from '../hardware/profiles/pdu-model.js';
import { voltageFactor, voltageToNeutral } from '../hardware/supply-lines.js';
import { isNorthAmerican } from '../hardware/profiles/receptacle-rating.js';

export type CapacityKind = 'inlet' | 'line' | 'bank' | 'outlet';

/** A part of the PDU that carries current: what it may carry, and through which parts its current arrives. */
export interface PowerNode {
  readonly id: string;
  readonly kind: CapacityKind;
  /** Place in the list of its kind of a snapshot; of a line its place in the inlet. */
  readonly position: number;
  /** Position of the inlet that it belongs to. */
  readonly inlet: number;
  /** The nodes that its current flows through next: two lines for a bank between them, both inlets of a transfer switch. */
  readonly parents: readonly PowerNode[];
  /** All nodes that its current flows through, nearest first. The node itself is not among them. */
  readonly wayUp: readonly PowerNode[];
  /** Absent where there is neither a breaker nor a known rating. */
  readonly ratedAmps: Amps | undefined;
  readonly usableAmps: Amps | undefined;
  /** Nominal voltage across its load; of a line and a three-phase inlet that to neutral. */
  readonly nominalVoltage: Volts;
}

/** The share of a rating for continuous loads: of the setting, of the profile, or by the nominal frequency. */
export function deratingOf({ profile }: PduModel, settingPercent: number): number {
  if (settingPercent > 0) return settingPercent / 100;
  return profile.derating ?? (isNorthAmerican(profile.inlets[0]?.nominalFrequency ?? 0) ? 0.8 : 1);
}

/** The way of the power through a model: inlet, lines of a three-phase inlet, bank, outlet. */
export class PowerTree {
  /** In the order in which a person reads them: each inlet with its lines, then its banks, each with its outlets. */
  readonly nodes: readonly PowerNode[];
  /** By position. */
  readonly inlets: readonly PowerNode[];
  /** By the position of the inlet; none of a single-phase inlet, which is its own line. */
  readonly lines: readonly (readonly PowerNode[])[];
  readonly banks: readonly PowerNode[];
  /** None on a model without outlets that are switched or metered. */
  readonly outlets: readonly PowerNode[];
  readonly #byId: ReadonlyMap<string, PowerNode>;

  constructor(
    readonly model: PduModel,
    readonly derating: number,
  ) {
    const { inlets, banks, profile, isThreePhase } = model;
    const isTransfer = profile.inletConfig === 'ats';
    const node = (given: Omit<PowerNode, 'wayUp' | 'usableAmps'>): PowerNode => ({
      ...given,
      wayUp: [...given.parents, ...new Set(given.parents.flatMap((parent) => parent.wayUp))],
      usableAmps: given.ratedAmps === undefined ? undefined : given.ratedAmps * derating,
    });
    this.inlets = inlets.map(({ id, position, ratedCurrent, nominalVoltage }) =>
      node({
        id,
        kind: 'inlet',
        position,
        inlet: position,
        parents: [],
        ratedAmps: ratedCurrent,
        nominalVoltage: voltageToNeutral(model, nominalVoltage),
      }),
    );
    this.lines = inlets.map(({ lineIds, position: inlet, ratedCurrent, nominalVoltage }) =>
      !isThreePhase
        ? []
        : lineIds.map(({ id }, position) =>
            node({
              id,
              kind: 'line',
              position,
              inlet,
              parents: [],
              ratedAmps: ratedCurrent,
              nominalVoltage: voltageToNeutral(model, nominalVoltage),
            }),
          ),
    );
    this.banks = banks.map((bank) => {
      const inlet = inlets[bank.inlet];
      const feeding = isTransfer ? this.inlets : this.inlets.slice(bank.inlet, bank.inlet + 1);
      return node({
        id: bank.id,
        kind: 'bank',
        position: bank.position,
        inlet: bank.inlet,
        // A three-phase inlet is as full as its fullest line, which need not be one of this bank's.
        parents: isThreePhase ? feeding.flatMap(({ position }) => this.#lines(position, bank.lines)) : feeding,
        ratedAmps: bank.breaker,
        nominalVoltage: (inlet?.nominalVoltage ?? 0) * voltageFactor(model, bank),
      });
    });
    this.outlets = (model.hasOutlets ? model.outlets : []).map((outlet) => {
      const bank = this.banks[outlet.bank];
      return node({
        id: outlet.id,
        kind: 'outlet',
        position: outlet.position,
        inlet: bank?.inlet ?? 0,
        parents: bank ? [bank] : [],
        ratedAmps: outlet.ratedCurrent,
        nominalVoltage: bank?.nominalVoltage ?? 0,
      });
    });
    const outletsOf = new Map<PowerNode, PowerNode[]>(this.banks.map((bank) => [bank, []]));
    for (const outlet of this.outlets) for (const bank of outlet.parents) outletsOf.get(bank)?.push(outlet);
    this.nodes = this.inlets.flatMap((inlet) => [
      inlet,
      ...(this.lines[inlet.position] ?? []),
      ...this.banks
        .filter((bank) => bank.inlet === inlet.position)
        .flatMap((bank) => [bank, ...(outletsOf.get(bank) ?? [])]),
    ]);
    this.#byId = new Map(this.nodes.map((each) => [each.id, each]));
  }

  find(id: string): PowerNode | undefined {
    return this.#byId.get(id);
  }

  /** The lines of an inlet with these names. */
  #lines(inlet: number, names: readonly string[]): PowerNode[] {
    const named = this.model.inlets[inlet]?.lines ?? [];
    return (this.lines[inlet] ?? []).filter((_, place) => names.includes(named[place] ?? ''));
  }
}
