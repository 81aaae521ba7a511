import type { Type } from '@nestjs/common';
import { LogController } from '../../audit/log.controller.js';
import { LogQueryDto } from '../../audit/log.dto.js';
import { LogService } from '../../audit/log.service.js';
import type { LogEntryView } from '../../audit/log.view.js';
import { BanksController } from '../../banks/banks.controller.js';
import { UpdateBankDto } from '../../banks/bank.dto.js';
import { BanksService } from '../../banks/banks.service.js';
import type { BankView } from '../../banks/bank.view.js';
import { DeviceController } from '../../device/device.controller.js';
import { deviceTime, deviceView, type DeviceView } from '../../device/device.view.js';
import { HealthController } from '../../health/health.controller.js';
import { HealthService } from '../../health/health.service.js';
import type { ControllerFaultView } from '../../health/health.view.js';
import { InletsController } from '../../inlets/inlets.controller.js';
import { InletsService } from '../../inlets/inlets.service.js';
import type { InletView } from '../../inlets/inlet.view.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { Clock } from '../../common/clock.js';
import { VERSION } from '../../common/version.js';
import { SensorsController } from '../../sensors/sensors.controller.js';
import { SensorsService } from '../../sensors/sensors.service.js';
import type { SensorView } from '../../sensors/sensor.view.js';
import { bodyOf } from '../../common/body.js';
import type { Column } from '../render.js';
import { doneAnswer, listAnswer, objectAnswer } from './answers.js';
import { rightOf, type Answer, type CommandContext, type ShellCommand } from './command.js';

const INLETS: readonly Column<InletView>[] = [
  ['Id', ({ id }) => id],
  ['Name', ({ inletName }) => inletName],
  ['A', ({ inletCurrentRms }) => inletCurrentRms],
  ['V', ({ inletVoltageRms }) => inletVoltageRms],
  ['Hz', ({ inletLineFrequency }) => inletLineFrequency],
  ['W', ({ inletActivePower }) => inletActivePower],
  ['PF', ({ inletPowerFactor }) => inletPowerFactor],
  ['kWh', ({ inletEnergyAccumulation }) => inletEnergyAccumulation],
];

const BANKS: readonly Column<BankView>[] = [
  ['Id', ({ id }) => id],
  ['Name', ({ bankName }) => bankName],
  ['Breaker', ({ circuitBreakerClosed: closed }) => (closed === undefined ? undefined : closed ? 'closed' : 'TRIPPED')],
  ['A', ({ currentRms }) => currentRms],
  ['V', ({ voltageRms }) => voltageRms],
  ['W', ({ activePower }) => activePower],
  ['kWh', ({ energyAccumulation }) => energyAccumulation],
];

const SENSORS: readonly Column<SensorView>[] = [
  ['Id', ({ sensorId }) => sensorId],
  ['Name', ({ sensorName }) => sensorName],
  ['Type', ({ sensorType }) => sensorType],
  ['C', ({ sensorTempInC }) => sensorTempInC],
  ['%RH', ({ sensorHumidity }) => sensorHumidity],
  ['Relays', ({ outputRelays }) => outputRelays?.map(({ index, state }) => `${index}:${state}`).join(' ')],
  ['Inputs', ({ digitalInputs }) => digitalInputs?.map(({ index, state }) => `${index}:${state}`).join(' ')],
];

const FAULTS: readonly Column<ControllerFaultView>[] = [
  ['Since', ({ since }) => since],
  ['Kind', ({ kind }) => kind],
  ['Problem', ({ message }) => message],
];

const LOG: readonly Column<LogEntryView>[] = [
  ['Time', ({ time }) => time],
  ['Who', ({ who }) => who],
  ['Via', ({ via }) => via],
  ['Kind', ({ kind }) => kind],
  ['Object', ({ object }) => object],
  ['Result', ({ result }) => result],
];
const LOG_LENGTH = 20;

/** The list that a route answers from a cached response. */
function cachedList<Row>(service: Type<{ prepared(access: CommandContext['caller']['access']): { body: Buffer } }>) {
  return (context: CommandContext): Row[] =>
    JSON.parse(context.service(service).prepared(context.caller.access).body.toString()) as Row[];
}

const inlets = cachedList<InletView>(InletsService);
const banks = cachedList<BankView>(BanksService);
const sensors = cachedList<SensorView>(SensorsService);

export const showInlets = (context: CommandContext): Answer => listAnswer(context, inlets(context), INLETS);
export const showBanks = (context: CommandContext): Answer => listAnswer(context, banks(context), BANKS);
export const showSensors = (context: CommandContext): Answer => listAnswer(context, sensors(context), SENSORS);

export function deviceOf(context: CommandContext): DeviceView {
  const clock = context.service(Clock);
  return deviceView(context.service(PduDriver), clock.uptime(), clock.now(), context.service(SnapshotStore).current);
}

export const showDevice = (context: CommandContext): Answer => objectAnswer(context, deviceOf(context));

export function showTime(context: CommandContext): Answer {
  const clock = context.service(Clock);
  const { uptime, time } = deviceTime(clock.uptime(), clock.now());
  return doneAnswer(context, { uptime, time }, time);
}

/** The version is a member of the device, so it has the same right. */
export const showVersion = (context: CommandContext): Answer =>
  doneAnswer(context, { controllerFirmwareVersion: VERSION }, `Rackfeed ${VERSION}`);

async function showLog(context: CommandContext): Promise<Answer> {
  const query = await bodyOf(LogQueryDto, { limit: context.arg(0) ?? String(LOG_LENGTH) });
  const { entries } = await context.service(LogService).page(query, context.caller.access);
  return listAnswer(context, entries, LOG);
}

export async function nameBank(context: CommandContext): Promise<Answer> {
  const service = context.service(BanksService);
  const given = context.arg(0) ?? '';
  const { banks } = context.service(PduDriver).model;
  const numbered = banks.find(({ position }) => String(position + 1) === given); // as NUT and SNMP count them
  const bank = service.find(numbered?.id ?? given);
  const view = await service.update(bank, await bodyOf(UpdateBankDto, { bankName: context.rest(1) }), context.caller);
  return doneAnswer(context, view, 'The name is stored.');
}

const device = rightOf(DeviceController, 'read');

export const READING_COMMANDS: readonly ShellCommand[] = [
  {
    words: ['show', 'inlets'],
    about: 'Lists the inlets.',
    right: rightOf(InletsController, 'list'),
    run: showInlets,
  },
  {
    words: ['show', 'banks'],
    about: 'Lists the banks.',
    right: rightOf(BanksController, 'list'),
    run: showBanks,
  },
  {
    words: ['show', 'sensors'],
    about: 'Lists the sensors.',
    right: rightOf(SensorsController, 'list'),
    run: showSensors,
  },
  { words: ['show', 'device'], about: 'Shows the device.', right: device, run: showDevice },
  {
    words: ['show', 'version'],
    about: 'Shows the version of the controller.',
    right: device,
    run: showVersion,
  },
  {
    words: ['show', 'time'],
    about: 'Shows the time of the controller.',
    right: device,
    run: showTime,
  },
  {
    words: ['show', 'alarms'],
    about: 'Lists the faults of the controller and of the hardware.',
    right: rightOf(HealthController, 'details'),
    run: (context) =>
      listAnswer(context, context.service(HealthService).detailsFor(context.caller.access).faults, FAULTS),
  },
  {
    words: ['show', 'log'],
    usage: '[<number>]',
    about: 'Shows the newest entries of the activity log.',
    right: rightOf(LogController, 'page'),
    arity: [0, 1],
    run: showLog,
  },
];
