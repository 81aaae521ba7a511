import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../hardware/profiles/profile.js';
import type { BankReading, OutletReading } from '../hardware/snapshot.js';
import { UndoOfferView } from '../switching/undo.view.js';
import { rounded, type OnOff, type Volts } from '../common/units.js';
import type { RebootStatus } from '../switching/power-cycle.js';
import { lastSwitchingView, type LastSwitchingView } from './last-switching.view.js';
import type { OutletDevice } from './outlet-details.js';
import type { Protection } from './outlet-protection.js';
import type { OutletEntity, PowerOnState } from './outlet.entity.js';
import type { LastCommand } from '../hardware/relays/relay-intent.store.js';
import type { SwitchOutcome } from '../hardware/relays/switch-command.js';
import type { Access } from '../common/access.js';
import type { Millis } from '../common/clock.js';
import { ApiProperty } from '@nestjs/swagger';
import { errorBody } from '../common/api-error.filter.js';

/** The device behind an outlet; members that nobody has set are absent. */
export class OutletDeviceView {
  /** @example "db-master" */
  name?: string;
  /** IP address or host name; it is pinged. @example "192.0.2.40" */
  address?: string;
  /** @example "A-1042" */
  assetTag?: string;
  /** The lowest unit of the rack that it takes, 1 to 60. @example 12 */
  rackUnit?: number;
  /** May have several lines. */
  notes?: string;
  /** Shared by the outlets that feed the same device. @example "db-master" */
  feed?: string;
  /**
   * The device answers pings. Three answers in a row change it. Absent while that is not known; never false while the
   * outlet is off or has been on for less than 60 s.
   * @example true
   */
  reachable?: boolean;
  /** The moment since which `reachable` is so, ISO 8601, UTC. @example "2026-11-01T20:00:00.000Z" */
  reachableSince?: string;
}

/** One outlet. */
export class OutletView {
  /** `<outlet index>-<bank id>`. @example "1-1200578" */
  id: string;
  /** @example "db-master" */
  outletName: string;
  /** The state that the outlet takes when the PDU gets power. @example "PREV" */
  pwrOnState: PowerOnState;
  /** Number of the outlet among all outlets. @example 1 */
  outletIndex: number;
  /** Connector. @example "IEC 60320 C13" */
  receptacle: string;
  /** True: a reboot uses `customRebootTime` instead of the global reboot time. @example false */
  customRebootTimeEnabled: boolean;
  /** Off time of a reboot, s. @example 5 */
  customRebootTime: number;
  /** Voltage of the circuit the outlet is on, V RMS. @example 120.1 */
  circuitVoltage?: number | undefined;
  /** Load, A RMS. Only where outlet currents are metered. @example 1.24 */
  currentRms?: number | undefined;
  /** Active power, W. Only where outlets are metered. @example 140 */
  watts?: number | undefined;
  /**
   * The state to which the relay is driven. The specification has it with outlet current metering only; it is answered
   * wherever it is known, because a model that switches without metering would otherwise never show what it switched.
   * @example "ON"
   */
  state?: OnOff | undefined;
  /**
   * A part of `id`, so that whoever may view the outlet has it; the name and the readings of the bank need `viewBankStats`.
   * @example 1200578
   */
  bankId: number;
  /** The progress of a reboot. @example "none" */
  rebootStatus: RebootStatus;
  /** The moment at which an outlet turns on that is off for a reboot or a step of a sequence, ISO 8601, UTC. */
  turnsOnAt?: string | undefined;
  /** True when voltage is detected on the outlet. @example true */
  voltageDetection?: boolean | undefined;
  /**
   * `OK` when `state` and `voltageDetection` agree; absent while either is unknown. `Failed` also while the outlet has
   * not followed the last command, or has left three in a row unanswered.
   * @example "OK"
   */
  relayHealth?: 'OK' | 'Failed' | undefined;
  /**
   * `confirm`: OFF and REBOOT need `"confirm": true`; `rebootOnly`: OFF is refused; `locked`: every switching is. The
   * power-on state applies whatever it says.
   * @example "confirm"
   */
  protection: Protection;
  /** The last command to its relay, and where it came from; absent for one that was never switched. */
  lastSwitching?: LastSwitchingView | undefined;
  /** The device that is plugged in; absent where nobody has said. The live stream has it when it has changed. */
  device?: OutletDeviceView | undefined;
  /**
   * Labels by key, at most 16; absent for none. The live stream has them when they have changed.
   * @example {"tenant": "blue"}
   */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' }, selfRequired: false })
  labels?: Readonly<Record<string, string>> | undefined;
  /** The names of the devices that the outlet feeds, at most 8; absent for none. The live stream has them when they have changed. */
  @ApiProperty({ type: String, isArray: true, required: false, example: ['db-master'] })
  consumers?: readonly string[] | undefined;
}

/** An outlet after a change. */
export class ChangedOutletView extends OutletView {
  /** Only where the command has moved the relay and was no reboot. */
  @ApiProperty({ type: UndoOfferView, required: false })
  undo?: UndoOfferView;
}

/** The sources of an outlet's view. */
export interface OutletSources {
  readonly outlet: OutletModel;
  readonly settings: OutletEntity;
  readonly reading: OutletReading | undefined;
  readonly bank: BankReading | undefined;
  readonly rebootStatus: RebootStatus;
  /** Wall clock. */
  readonly turnsOnAt: Millis | undefined;
  /** The last command to it did not work. */
  readonly isFailing: boolean;
  readonly lastCommand: LastCommand | undefined;
  /** The state of the pings to its device; undefined while it is not known. */
  readonly reachability?: Reachability | undefined;
}

/** The result of the pings to a device. */
export interface Reachability {
  readonly reachable: boolean;
  /** Wall clock. */
  readonly since: Millis;
}

/** @param access of whoever it is shown to; without one it names nobody */
export function outletView(
  { outlet, settings, reading, bank, rebootStatus, turnsOnAt, isFailing, lastCommand, reachability }: OutletSources,
  { outletMetering }: Pick<ModelProfile, 'outletMetering'>,
  access?: Access,
): OutletView {
  return {
    id: outlet.id,
    outletName: settings.name,
    pwrOnState: settings.pwrOnState,
    outletIndex: outlet.index,
    receptacle: outlet.receptacle,
    customRebootTimeEnabled: settings.customRebootTimeEnabled,
    customRebootTime: settings.customRebootTime,
    circuitVoltage: rounded(circuitVoltage(reading, bank)),
    currentRms: outletMetering ? rounded(reading?.current) : undefined,
    watts: outletMetering ? rounded(reading?.activePower) : undefined,
    state: reading?.state,
    bankId: Number(outlet.bankId),
    rebootStatus,
    turnsOnAt: turnsOnAt === undefined ? undefined : new Date(turnsOnAt).toISOString(),
    voltageDetection: reading?.voltagePresent,
    relayHealth: relayHealthOf(isFailing, reading),
    protection: settings.protection,
    lastSwitching: lastSwitchingView(lastCommand, access),
    device: deviceView(settings.device, reachability),
    labels: settings.labels ?? undefined,
    consumers: settings.consumers ?? undefined,
  };
}

function deviceView(device: OutletDevice | null, reachability: Reachability | undefined): OutletDeviceView | undefined {
  if (device === null || reachability === undefined) return device ?? undefined;
  const { reachable, since } = reachability;
  return { ...device, reachable, reachableSince: new Date(since).toISOString() };
}

/** The view of an outlet for a caller who may change it: complete only if they may view it too. */
export type ShownOutlet = Pick<OutletView, 'id' | 'outletIndex'> & Partial<OutletView>;

/** The members that a change has named, of an outlet that its sender may not view: no measurement is among them. */
export function namedMembers(view: OutletView, change: object): ShownOutlet {
  const named = new Set<string>(Object.keys(change).filter((key) => Reflect.get(change, key) !== undefined));
  if (named.has('state')) named.add('rebootStatus');
  const shown = (key: string): boolean => key === 'id' || key === 'outletIndex' || named.has(key);
  const members = Object.fromEntries(Object.entries(view).filter(([key]) => shown(key))) as ShownOutlet;
  if (!members.device) return members;
  const entered = Object.entries(members.device).filter(([key]) => !key.startsWith('reachable'));
  return { ...members, device: Object.fromEntries(entered) };
}

/** Voltage of the circuit that an outlet is on. */
export const circuitVoltage = (reading: OutletReading | undefined, bank: BankReading | undefined): Volts | undefined =>
  bank?.voltage ?? reading?.voltage;

/** Apparent power of the load in VA; undefined where current or voltage is not measured. */
export const apparentPowerOf = ({
  circuitVoltage: volts,
  currentRms: amps,
}: Pick<OutletView, 'circuitVoltage' | 'currentRms'>): number | undefined =>
  volts === undefined || amps === undefined ? undefined : volts * amps;

/** @param isFailing the relay has not followed its last command */
export function relayHealthOf(isFailing: boolean, reading: OutletReading | undefined): OutletView['relayHealth'] {
  if (isFailing) return 'Failed';
  if (reading?.state === undefined || reading.voltagePresent === undefined) return undefined;
  return (reading.state === 'ON') === reading.voltagePresent ? 'OK' : 'Failed';
}

/** The error body of one outlet. */
export class OutletErrorView {
  statusCode: number;
  /** The status's name. */
  error: string;
  /** One sentence that a person can act on. */
  message: string;
  /** Stable name of the error, for programs. */
  code: string;
}

/** The outcome for one outlet of a command to several. */
export class SwitchedOutletView {
  /** @example "1-1200578" */
  id: string;
  /** False: the outlet did not follow; `error` says why. */
  ok: boolean;
  /** The outlet as the hardware measures it afterwards; for a caller who may not view it only the outcome. */
  @ApiProperty({ type: OutletView, required: false })
  outlet?: ShownOutlet;
  /** The error that a command to this outlet alone would have answered. */
  error?: OutletErrorView;
}

/** The outcome of a command to several outlets, in the order of the list sent. */
export class SwitchedOutletsView {
  outlets: SwitchedOutletView[];
  /** Only where the command has moved relays and was no reboot. */
  @ApiProperty({ type: UndoOfferView, required: false })
  undo?: UndoOfferView;
}

export const switchedOutletsView = (
  outlets: readonly OutletModel[],
  outcomes: readonly SwitchOutcome[],
  viewOf: (outlet: OutletModel) => ShownOutlet,
): SwitchedOutletsView => ({
  outlets: outlets.map((outlet, place) => {
    const { id } = outlet;
    const error = outcomes[place]?.error;
    return error ? { id, ok: false, error: errorBody(error) } : { id, ok: true, outlet: viewOf(outlet) };
  }),
});
