import { Injectable } from '@nestjs/common';
import { EnergyCountersService } from '../../energy/energy-counters.service.js';
import { ApiError } from '../../common/errors.js';
import type { OutletListName } from '../../common/access.js';
import { isDeadCircuit } from '../../hardware/mains.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { OutletModel } from '../../hardware/profiles/pdu-model.js';
import { IEC_FREQUENCY, receptacleRating } from '../../hardware/profiles/receptacle-rating.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { voltageFactor } from '../../hardware/supply-lines.js';
import { NAME } from '../../common/values.js';
import { OutletCommandsService } from '../../outlets/outlet-commands.service.js';
import { CONSUMERS, OFF_TIME, UpdateOutletDto } from '../../outlets/outlet.dto.js';
import { CONSUMERS_OF_OUTLET } from '../../outlets/outlet-details.js';
import { apparentPowerOf, type OutletView } from '../../outlets/outlet.view.js';
import { OutletsService } from '../../outlets/outlets.service.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { SwitchingService } from '../../switching/switching.service.js';
import { bodyOf } from '../../common/body.js';
import {
  collection,
  link,
  type Call,
  type Json,
  type Provider,
  type ResourceProviders,
  type WritableMembers,
} from '../protocol/provider.js';
import { flagValue, integerValue, textsValue, textValue, wordValue, writable } from '../protocol/writable.js';
import { ENABLED, excerpt, isoTime, nominalVoltage, orNull, pduPath, SILENT, unknown, wiringOf } from './common.js';
import { outletType } from './connectors.js';
import { MetricsReset } from './metrics-reset.js';

const POLICIES = { ON: 'AlwaysOn', OFF: 'AlwaysOff', PREV: 'LastState' } as const;
const POLICY_WORDS = { AlwaysOn: 'ON', AlwaysOff: 'OFF', LastState: 'PREV' } as const;
const COMMANDS = { On: 'ON', Off: 'OFF', PowerCycle: 'REBOOT' } as const;

const CONSUMER_NAMES = { max: CONSUMERS_OF_OUTLET, text: NAME, all: CONSUMERS };
const NO_CONSUMERS: readonly string[] = Object.freeze([]);

/** The outlets of the PDU. */
@Injectable()
export class OutletResource implements ResourceProviders {
  readonly providers: readonly Provider[];
  readonly #base: string;

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly outlets: OutletsService,
    private readonly commands: OutletCommandsService,
    private readonly switching: SwitchingService,
    private readonly settings: SettingsStore,
    private readonly counters: EnergyCountersService,
    private readonly metrics: MetricsReset,
  ) {
    this.#base = pduPath(driver.model);
    this.providers = driver.model.hasOutlets ? this.#providers() : [this.#none];
  }

  /** The empty collection of a PDU without outlets, which the profile of rack PDUs asks for. */
  get #none(): Provider {
    return { uri: `${this.#base}/Outlets`, type: 'OutletCollection', get: () => collection('Outlets', []) };
  }

  #providers(): Provider[] {
    const uri = `${this.#base}/Outlets`;
    return [
      {
        uri,
        type: 'OutletCollection',
        get: ({ caller }) => {
          if (!caller.access.viewsAnyOutlet) throw new ApiError('NO_OUTLET_ALLOWED', 'viewOutlets');
          const visible = this.outlets.visibleTo(caller.access);
          return collection(
            'Outlets',
            visible.map(({ index }) => `${uri}/${index}`),
          );
        },
      },
      {
        uri: `${uri}/{outlet}`,
        type: 'Outlet',
        get: (call) => this.#show(this.#find(call), call),
        patch: {
          members: (call) => this.#writable(call),
          apply: async (call, change) => this.#change(this.#find(call), change, call),
        },
        actions: {
          'Outlet.PowerControl': {
            parameters: { PowerState: { type: 'string', required: true, oneOf: Object.keys(COMMANDS) } },
            fits: () => this.#isSwitchable,
            shown: () => ({ 'PowerState@Redfish.AllowableValues': Object.keys(COMMANDS) }),
            run: async (call, parameters) => this.#control(this.#find(call, 'modifyOutlets'), parameters, call),
          },
          'Outlet.ResetMetrics': {
            parameters: {},
            fits: () => this.#isMetered,
            run: async (call) => {
              const { id } = this.#find(call, 'modifyOutlets');
              await this.metrics.reset([id], call.caller);
            },
          },
        },
      },
    ];
  }

  get #isSwitchable(): boolean {
    return this.driver.model.profile.outletSwitching;
  }

  get #isMetered(): boolean {
    return this.driver.model.profile.outletMetering;
  }

  /** Like the route of the product: what a caller may not view is refused whether or not it is there. */
  #find({ params, caller }: Call, list: OutletListName = 'viewOutlets'): OutletModel {
    const { outlet: index = '' } = params;
    const outlet = /^\d+$/.test(index) ? this.driver.model.outlet(index) : undefined;
    if (outlet && caller.access.mayUse(list, outlet.id)) return outlet;
    if (caller.access.isAdministrator) throw unknown();
    throw new ApiError('OUTLET_NOT_ALLOWED', index, list);
  }

  /** Elements of an array that a client leaves as they are, are those of the outlet. */
  #writable(call: Call): WritableMembers {
    const present = () => this.outlets.view(this.#find(call)).consumers ?? [];
    return { ...this.#always, ElectricalConsumerNames: writable('consumers', textsValue(CONSUMER_NAMES, present)) };
  }

  readonly #always = {
    UserLabel: writable('outletName', textValue({ min: 1, max: 100 })),
    PowerCycleDelaySeconds: writable('customRebootTime', integerValue(OFF_TIME)),
    PowerRestorePolicy: writable('pwrOnState', wordValue(POLICY_WORDS)),
    PowerControlLocked: writable('locked', flagValue),
  };

  async #change(outlet: OutletModel, { locked, ...members }: Json, { caller }: Call): Promise<void> {
    const present = this.outlets.view(outlet).protection;
    const dto = await bodyOf(UpdateOutletDto, {
      ...members,
      ...(members['customRebootTime'] !== undefined && { customRebootTimeEnabled: true }),
      ...(locked === true && { protection: 'locked' }),
      // Also where that is no change, so that nobody is answered as if they might make it.
      ...(locked === false && { protection: present === 'locked' ? 'none' : present }),
    });
    if (Object.values(dto).every((value) => value === undefined)) return;
    await this.commands.update(outlet, dto, caller);
  }

  async #control(outlet: OutletModel, { PowerState: state, Oem: oem }: Json, { caller }: Call): Promise<void> {
    const command = COMMANDS[state as keyof typeof COMMANDS];
    const confirm = (oem as { Rackfeed?: { Confirm?: unknown } } | null | undefined)?.Rackfeed?.Confirm === true;
    await this.commands.update(outlet, await bodyOf(UpdateOutletDto, { state: command, confirm }), caller);
  }

  #show(outlet: OutletModel, { caller }: Call): Json {
    const { model } = this.driver;
    const view = this.outlets.view(outlet, caller.access);
    const bank = model.banks[outlet.bank];
    const inlet = model.inlets[bank?.inlet ?? 0];
    const { context, wiring } = wiringOf(bank?.lines ?? ['L1'], model.profile.phase === 'Three Phase Delta');
    const nominal = bank && inlet ? inlet.nominalVoltage * voltageFactor(model, bank) : 0;
    const { index } = outlet;
    return {
      Id: String(index),
      Name: `Outlet ${index}`,
      UserLabel: view.outletName,
      ElectricalConsumerNames: view.consumers ?? NO_CONSUMERS,
      PowerState: this.#powerState(outlet, view),
      PowerStateInTransition: view.rebootStatus !== 'none' || this.switching.pendingStepOf(outlet.id) !== undefined,
      PowerControlLocked: view.protection === 'locked',
      PowerEnabled: this.snapshots.current.banks[outlet.bank]?.breakerClosed !== false,
      PowerCycleDelaySeconds: this.commands.offSeconds(outlet),
      PowerOnDelaySeconds: 0,
      PowerOffDelaySeconds: 0,
      PowerRestoreDelaySeconds: outlet.position * this.settings.get('deviceSequentialPowerUpDelay'),
      PowerRestorePolicy: POLICIES[view.pwrOnState],
      ElectricalContext: context,
      PhaseWiringType: wiring,
      VoltageType: 'AC',
      NominalVoltage: nominalVoltage(nominal),
      OutletType: outletType(outlet.receptacle),
      RatedCurrentAmps: outlet.rating ?? receptacleRating(outlet.receptacle, IEC_FREQUENCY) ?? null,
      ...(this.#isMetered && this.#readings(outlet, view)),
      Status: this.#status(outlet),
      Links: { BranchCircuit: link(`${this.#base}/Branches/${outlet.bankId}`) },
    };
  }

  #powerState(outlet: OutletModel, { state }: OutletView): string | null {
    if (this.#isSwitchable) return state === undefined ? null : state === 'ON' ? 'On' : 'Off';
    const { model } = this.driver;
    const bank = model.banks[outlet.bank];
    const isDead = bank && isDeadCircuit(this.snapshots.current, model, bank);
    return isDead === undefined ? null : isDead ? 'Off' : 'On';
  }

  #status(outlet: OutletModel): Json {
    if (!this.snapshots.current.fresh) return SILENT;
    return this.outlets.hasRelayFault(outlet) === true ? { State: 'Enabled', Health: 'Critical' } : ENABLED;
  }

  #readings(outlet: OutletModel, view: OutletView): Json {
    const { outlets } = this.snapshots.current;
    const reading = outlets[outlet.position] ?? { id: outlet.id };
    const { circuitVoltage: voltage, currentRms: current } = view;
    const sensor = `Outlet${outlet.index}`;
    const resetAt = this.counters.resetAtOf(outlet.id);
    return {
      Voltage: excerpt(`Bank${outlet.bankId}Voltage`, voltage),
      CurrentAmps: excerpt(`${sensor}Current`, current),
      PowerWatts: excerpt(`${sensor}Power`, view.watts, {
        ApparentVA: orNull(apparentPowerOf(view)),
        PowerFactor: orNull(reading.powerFactor),
      }),
      EnergykWh: excerpt(`${sensor}Energy`, this.counters.energyOf(reading), {
        LifetimeReading: orNull(reading.energy),
        ...(resetAt !== undefined && { SensorResetTime: isoTime(resetAt) }),
      }),
    };
  }
}
