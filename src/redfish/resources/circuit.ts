import { Injectable } from '@nestjs/common';
import { BanksService } from '../../banks/banks.service.js';
import { EnergyCountersService } from '../../energy/energy-counters.service.js';
import { phaseImbalance } from '../../hardware/power-math.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { BankModel, InletModel } from '../../hardware/profiles/pdu-model.js';
import type { BankReading, InletReading, PowerReading } from '../../hardware/snapshot.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { voltageFactor } from '../../hardware/supply-lines.js';
import { SOURCE_NAME, SOURCE_URI } from '../../inlets/inlet.dto.js';
import type { InletSource } from '../../inlets/inlet.view.js';
import { InletsService } from '../../inlets/inlets.service.js';
import { collection, type Call, type Json, type Provider, type ResourceProviders } from '../protocol/provider.js';
import { textOfKind, textValue, writable } from '../protocol/writable.js';
import {
  ENABLED,
  excerpt,
  isoTime,
  links,
  need,
  nominalVoltage,
  orNull,
  pduPath,
  SILENT,
  unknown,
  wiringOf,
} from './common.js';
import { plugType } from './connectors.js';
import { MetricsReset } from './metrics-reset.js';
import { loadPercent } from './readings.js';

const NAME = textValue({ min: 1, max: 100 });

/** The circuits of the PDU: its inlets as mains, its banks as branches. */
@Injectable()
export class CircuitResource implements ResourceProviders {
  readonly providers: readonly Provider[];
  readonly #base: string;

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly counters: EnergyCountersService,
    private readonly metrics: MetricsReset,
  ) {
    this.#base = pduPath(driver.model);
    this.providers = [...this.#mains(), ...this.#branches()];
  }

  #mains(): Provider[] {
    const uri = `${this.#base}/Mains`;
    return [
      {
        uri,
        type: 'CircuitCollection',
        get: (call) => {
          need(call, 'viewInletStats');
          const { inlets } = this.driver.model;
          return collection(
            'Mains',
            inlets.map(({ position }) => `${uri}/${position + 1}`),
          );
        },
      },
      {
        uri: `${uri}/{mains}`,
        type: 'Circuit',
        get: (call) => {
          need(call, 'viewInletStats');
          return this.#inlet(this.#findInlet(call));
        },
        patch: {
          members: {
            UserLabel: writable('inletName', NAME),
            ElectricalSourceName: writable('sourceName', textOfKind(SOURCE_NAME)),
            ElectricalSourceManagerURI: writable('sourceUri', textOfKind(SOURCE_URI)),
          },
          apply: async (call, change) => {
            need(call, 'modifyInletStats');
            await this.inlets.update(this.#findInlet(call), change, call.caller);
          },
        },
        actions: { 'Circuit.ResetMetrics': this.#reset((call) => this.#findInlet(call)) },
      },
    ];
  }

  #branches(): Provider[] {
    const uri = `${this.#base}/Branches`;
    return [
      {
        uri,
        type: 'CircuitCollection',
        get: (call) => {
          need(call, 'viewBankStats');
          return collection(
            'Branches',
            this.driver.model.banks.map(({ id }) => `${uri}/${id}`),
          );
        },
      },
      {
        uri: `${uri}/{bank}`,
        type: 'Circuit',
        get: (call) => {
          need(call, 'viewBankStats');
          return this.#bank(this.#findBank(call), call);
        },
        patch: {
          members: { UserLabel: writable('bankName', NAME) },
          apply: async (call, { bankName }) => {
            need(call, 'modifyBankStats');
            await this.banks.update(this.#findBank(call), { bankName: String(bankName) }, call.caller);
          },
        },
        actions: { 'Circuit.ResetMetrics': this.#reset((call) => this.#findBank(call)) },
      },
    ];
  }

  #reset(find: (call: Call) => { readonly id: string }) {
    return {
      parameters: {},
      run: async (call: Call): Promise<void> => {
        const { id } = find(call);
        await this.metrics.reset([id], call.caller);
      },
    };
  }

  #findInlet({ params }: Call): InletModel {
    const inlet = this.driver.model.inlets.find(({ position }) => String(position + 1) === params['mains']);
    if (!inlet) throw unknown();
    return inlet;
  }

  #findBank({ params }: Call): BankModel {
    const bank = this.driver.model.banks.find(({ id }) => id === params['bank']);
    if (!bank) throw unknown();
    return bank;
  }

  #inlet(inlet: InletModel): Json {
    const { model } = this.driver;
    const { profile } = model;
    const isAts = profile.inletConfig === 'ats';
    const reading = this.snapshots.current.inlets[inlet.position] ?? { id: inlet.id, lines: [] };
    const { context, wiring } = wiringOf(inlet.lines, profile.phase === 'Three Phase Delta');
    const number = inlet.position + 1;
    const sensor = `Inlet${number}`;
    const banks = model.banks.filter((bank) => isAts || bank.inlet === inlet.position);
    return {
      Id: String(number),
      Name: `Mains ${number}`,
      UserLabel: this.inlets.nameOf(inlet),
      ...sourceMembers(this.inlets.sourceOf(inlet)),
      CircuitType: 'Mains',
      PlugType: plugType(inlet.plug),
      RatedCurrentAmps: inlet.ratedCurrent,
      NominalVoltage: nominalVoltage(inlet.nominalVoltage),
      NominalFrequencyHz: inlet.nominalFrequency,
      ElectricalContext: context,
      PhaseWiringType: wiring,
      VoltageType: 'AC',
      PowerState: powerState(reading),
      ...powerExcerpts(sensor, reading),
      FrequencyHz: excerpt(`${sensor}Frequency`, reading.frequency),
      EnergykWh: this.#energy(sensor, reading),
      PowerLoadPercent: excerpt(`${sensor}LoadPercent`, loadPercent(inlet, reading)),
      ...(inlet.lines.length === 3
        ? this.#lines(inlet, reading)
        : {
            Voltage: excerpt(`${sensor}Voltage`, reading.voltage),
            CurrentAmps: excerpt(`${sensor}Current`, reading.current),
          }),
      Status: this.#status(),
      Links: {
        DistributionCircuits: links(banks.map(({ id }) => `${this.#base}/Branches/${id}`)),
        'DistributionCircuits@odata.count': banks.length,
      },
    };
  }

  /** The members of a three-phase inlet. */
  #lines({ position, lines, lineConfiguration }: InletModel, reading: InletReading): Json {
    const sensor = (line: number, quantity: string): string => `Inlet${position + 1}Line${line}${quantity}`;
    const numbers = lines.map((_, place) => place + 1);
    const pairs = ['Line1ToLine2', 'Line2ToLine3', 'Line3ToLine1'];
    const voltageName = (line: number): string =>
      lineConfiguration === 'L-L' ? (pairs[line - 1] ?? '') : `Line${line}ToNeutral`;
    const ofLine = (line: number) => reading.lines[line - 1];
    const currents = reading.lines.map(({ current }) => current);
    const known = currents.filter((current) => current !== undefined);
    return {
      PolyPhaseVoltage: Object.fromEntries(
        numbers.map((line) => [voltageName(line), excerpt(sensor(line, 'Voltage'), ofLine(line)?.voltage)]),
      ),
      PolyPhaseCurrentAmps: Object.fromEntries(
        numbers.map((line) => [`Line${line}`, excerpt(sensor(line, 'Current'), ofLine(line)?.current)]),
      ),
      UnbalancedCurrentPercent: {
        Reading: orNull(known.length === 0 || known.length < currents.length ? undefined : phaseImbalance(known)),
      },
    };
  }

  #bank(bank: BankModel, { caller }: Call): Json {
    const { model } = this.driver;
    const reading: BankReading = this.snapshots.current.banks[bank.position] ?? { id: bank.id };
    const inlet = model.inlets[bank.inlet];
    const { context, wiring } = wiringOf(bank.lines, model.profile.phase === 'Three Phase Delta');
    const sensor = `Bank${bank.id}`;
    const isProtected = bank.breaker !== undefined;
    const outlets = model.hasOutlets
      ? model.outlets.filter(({ bankId, id }) => bankId === bank.id && caller.access.mayView(id))
      : [];
    return {
      Id: bank.id,
      Name: `Branch ${bank.position + 1}`,
      UserLabel: this.banks.nameOf(bank),
      CircuitType: 'Branch',
      ...(isProtected &&
        reading.breakerClosed !== undefined && {
          BreakerState: reading.breakerClosed ? 'Normal' : 'Tripped',
        }),
      // Without a breaker of its own the branch may carry what the inlet may.
      ...((isProtected || inlet) && { RatedCurrentAmps: bank.breaker ?? inlet?.ratedCurrent }),
      ElectricalContext: context,
      PhaseWiringType: wiring,
      VoltageType: 'AC',
      ...(inlet && { NominalVoltage: nominalVoltage(inlet.nominalVoltage * voltageFactor(model, bank)) }),
      PowerState: powerState(reading),
      PowerRestorePolicy: 'AlwaysOn',
      ...powerExcerpts(sensor, reading),
      EnergykWh: this.#energy(sensor, reading),
      Voltage: excerpt(`${sensor}Voltage`, reading.voltage),
      CurrentAmps: excerpt(`${sensor}Current`, reading.current),
      Status: reading.breakerClosed === false ? { State: 'Enabled', Health: 'Critical' } : this.#status(),
      Links: {
        SourceCircuit: { '@odata.id': `/redfish/v1${this.#base}/Mains/${bank.inlet + 1}` },
        Outlets: links(outlets.map(({ index }) => `${this.#base}/Outlets/${index}`)),
        'Outlets@odata.count': outlets.length,
      },
    };
  }

  #energy(sensor: string, reading: PowerReading & { readonly id: string }): Json {
    const resetAt = this.counters.resetAtOf(reading.id);
    return excerpt(`${sensor}Energy`, this.counters.energyOf(reading), {
      LifetimeReading: orNull(reading.energy),
      ...(resetAt !== undefined && { SensorResetTime: isoTime(resetAt) }),
    });
  }

  #status(): Json {
    return this.snapshots.current.fresh ? ENABLED : SILENT;
  }
}

/** The members of the source that are there; the schema has no null for the others. */
const sourceMembers = ({ sourceName, sourceUri }: InletSource): Json => ({
  ...(sourceName !== '' && { ElectricalSourceName: sourceName }),
  ...(sourceUri !== '' && { ElectricalSourceManagerURI: sourceUri }),
});

/** On while there is voltage; unknown is null. */
const powerState = ({ voltage }: PowerReading): string | null =>
  voltage === undefined ? null : voltage > 0 ? 'On' : 'Off';

const powerExcerpts = (
  sensor: string,
  { activePower, apparentPower, reactivePower, powerFactor }: PowerReading,
): Json => ({
  PowerWatts: excerpt(`${sensor}Power`, activePower, {
    ApparentVA: orNull(apparentPower),
    ReactiveVAR: orNull(reactivePower),
    PowerFactor: orNull(powerFactor),
  }),
});
