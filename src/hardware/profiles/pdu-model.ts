import {
  inletId,
  lineId,
  outletId,
  relayOutputId,
  sensorId,
  type BankId,
  type InletId,
  type LineId,
  type OutletId,
  type RelayOutputId,
  type SensorPort,
} from '../../common/ids.js';
import type { Amps } from '../../common/units.js';
import { receptacleRating } from './receptacle-rating.js';
import type { BankProfile, InletProfile, LineName, ModelProfile, OutletProfile, SensorKind } from './profile.js';

export interface InletModel extends InletProfile {
  readonly id: InletId;
  readonly position: number;
  readonly lineIds: readonly { readonly id: LineId; readonly line: LineName }[];
}
export interface BankModel extends BankProfile {
  readonly id: BankId;
  readonly position: number;
  readonly inletId: InletId;
}
export interface OutletModel extends OutletProfile {
  readonly id: OutletId;
  /** Number of the outlet, counted from 1 over all banks. */
  readonly index: number;
  readonly position: number;
  readonly bankId: BankId;
  /** That of the profile, else that of the connector by its name; undefined where neither is known. */
  readonly ratedCurrent: Amps | undefined;
}
export interface RelayOutputModel {
  readonly id: RelayOutputId;
  /** Number of the relay output, counted from 1. */
  readonly index: number;
  readonly position: number;
}
export interface SensorModel {
  readonly id: string;
  readonly port: SensorPort;
  readonly kind: SensorKind;
  readonly position: number;
}

/** A profile with the ids of its parts and a lookup by id; every `position` is the place in a snapshot's list. */
export class PduModel {
  readonly inlets: readonly InletModel[];
  readonly banks: readonly BankModel[];
  readonly outlets: readonly OutletModel[];
  readonly relayOutputs: readonly RelayOutputModel[];
  readonly sensors: readonly SensorModel[];
  readonly #outlets: ReadonlyMap<string, OutletModel>;
  readonly #outletsOfBanks = new Map<string, OutletModel[]>();

  constructor(readonly profile: ModelProfile) {
    const serial = profile.enclosureSerialNumber;
    let lines = 0;
    this.inlets = profile.inlets.map((inlet, position) => ({
      ...inlet,
      id: inletId(position + 1, serial),
      position,
      lineIds: inlet.lines.map((line) => ({ id: lineId(++lines, serial), line })),
    }));
    this.banks = profile.banks.map((bank, position) => ({
      ...bank,
      id: bank.serial,
      position,
      inletId: inletId(bank.inlet + 1, serial),
    }));
    this.outlets = profile.outlets.map((outlet, position) => {
      const bank = profile.banks[outlet.bank];
      const bankId = bank?.serial ?? '';
      const frequency = profile.inlets[bank?.inlet ?? 0]?.nominalFrequency ?? 0;
      const ratedCurrent = outlet.rating ?? receptacleRating(outlet.receptacle, frequency);
      return { ...outlet, id: outletId(position + 1, bankId), index: position + 1, position, bankId, ratedCurrent };
    });
    this.relayOutputs = Array.from({ length: profile.relayOutputs }, (_, position) => ({
      id: relayOutputId(position + 1, serial),
      index: position + 1,
      position,
    }));
    const ports = (['A', 'B'] as const).filter((port) => profile.sensorPorts[port] !== undefined);
    this.sensors = ports.map((port, position) => ({
      id: sensorId(port, serial),
      port,
      kind: profile.sensorPorts[port] as SensorKind,
      position,
    }));
    this.#outlets = new Map(
      this.outlets.flatMap((outlet) => [
        [outlet.id, outlet],
        [String(outlet.index), outlet],
      ]),
    );
    for (const { id } of this.banks) this.#outletsOfBanks.set(id, []);
    for (const outlet of this.outlets) this.#outletsOfBanks.get(outlet.bankId)?.push(outlet);
  }

  /** Finds an outlet by id (`1-1200578`) or index (`1`). */
  outlet(idOrIndex: string): OutletModel | undefined {
    return this.#outlets.get(idOrIndex);
  }

  /** The outlets of a bank, in the model's order. */
  outletsOf(bankId: string): readonly OutletModel[] {
    return this.#outletsOfBanks.get(bankId) ?? [];
  }

  /** True if the API has outlets: those that can be switched or whose current is metered. */
  get hasOutlets(): boolean {
    return this.outlets.length > 0 && (this.profile.outletSwitching || this.profile.outletMetering);
  }

  get isThreePhase(): boolean {
    return this.profile.phase !== 'Single Phase';
  }
}
