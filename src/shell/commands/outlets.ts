import { GroupsController } from '../../groups/groups.controller.js';
import { UpdateGroupDto } from '../../groups/group.dto.js';
import { GroupsService } from '../../groups/groups.service.js';
import type { GroupEntity } from '../../groups/group.entity.js';
import type { GroupView } from '../../groups/group.view.js';
import { OutletCommandsService, type OutletCommand } from '../../outlets/outlet-commands.service.js';
import { OutletsController } from '../../outlets/outlets.controller.js';
import { SwitchOutletsDto, UpdateOutletDto } from '../../outlets/outlet.dto.js';
import type { OutletView, ShownOutlet } from '../../outlets/outlet.view.js';
import { OutletsService } from '../../outlets/outlets.service.js';
import { RelayOutputsController } from '../../relay-outputs/relay-outputs.controller.js';
import { UpdateRelayOutputDto } from '../../relay-outputs/relay-output.dto.js';
import type { RelayOutputView } from '../../relay-outputs/relay-output.view.js';
import { RelayOutputsService } from '../../relay-outputs/relay-outputs.service.js';
import type { OutletModel } from '../../hardware/profiles/pdu-model.js';
import { printable } from '../../common/text.js';
import type { Seconds } from '../../common/units.js';
import { bodyOf } from '../../common/body.js';
import { EXIT } from '../exit-status.js';
import { UsageError, type Word } from '../parse.js';
import type { Column } from '../render.js';
import { doneAnswer, listAnswer } from './answers.js';
import {
  MANY,
  needed,
  remarksOf,
  rightOf,
  SWITCHING_OPTIONS,
  type Answer,
  type CommandContext,
  type ShellCommand,
} from './command.js';
import { isNumber, selectedOutlets } from './outlet-selection.js';

const OUTLET_COLUMNS: readonly Column<OutletView>[] = [
  ['No', ({ outletIndex }) => outletIndex],
  ['Name', ({ outletName }) => outletName],
  ['State', ({ state }) => state],
  ['A', ({ currentRms }) => currentRms],
  ['W', ({ watts }) => watts],
  ['Bank', ({ bankId }) => String(bankId)],
  ['Protection', ({ protection }) => protection],
  ['Reboot', ({ rebootStatus }) => rebootStatus],
  ['Health', ({ relayHealth }) => relayHealth],
];

const GROUP_COLUMNS: readonly Column<GroupView>[] = [
  ['Id', ({ id }) => id],
  ['Name', ({ groupName }) => groupName],
  ['Outlets', ({ outlets }) => outlets.map(({ outletIndex }) => outletIndex).join(',')],
  ['On', ({ outlets }) => outlets.filter(({ state }) => state === 'ON').length],
  ['Delay s', ({ groupRebootSequenceDelay }) => groupRebootSequenceDelay],
  ['Next step', ({ sequence }) => (sequence ? `${sequence.step} of ${sequence.of}` : 'none')],
];

const RELAY_COLUMNS: readonly Column<RelayOutputView>[] = [
  ['No', ({ relayIndex }) => relayIndex],
  ['Id', ({ id }) => id],
  ['Name', ({ relayName }) => relayName],
  ['State', ({ state }) => state],
];

export function showOutlets(context: CommandContext): Answer {
  const { access } = context.caller;
  const outlets = context.service(OutletsService);
  outlets.prepared(access); // refuses a model without outlets, as over HTTP
  const selected = context.args.length === 0 ? undefined : new Set(selectedOutlets(context, context.args));
  const visible = outlets.visibleTo(access).filter((outlet) => selected?.has(outlet) !== false);
  return listAnswer(
    context,
    visible.map((outlet) => outlets.view(outlet, access)),
    OUTLET_COLUMNS,
  );
}

export const showGroups = (context: CommandContext): Answer =>
  listAnswer(context, context.service(GroupsService).list(context.caller.access), GROUP_COLUMNS);

/**
 * Switches or reboots outlets with one command; one line an outlet.
 * @param offTime of the outlets in this reboot alone; absent: of each as it is set
 */
export async function switchOutlets(
  context: CommandContext,
  words: readonly Word[],
  state: OutletCommand,
  offTime?: Seconds,
): Promise<Answer> {
  const outlets = selectedOutlets(context, words);
  const commands = context.service(OutletCommandsService);
  const { caller } = context;
  const remarks = remarksOf(context);
  const [only] = outlets;
  if (only && outlets.length === 1 && offTime === undefined) {
    const shown = await commands.update(only, await bodyOf(UpdateOutletDto, { state, ...remarks }), caller);
    return doneAnswer(context, shown, outletLine(only, state, shown));
  }
  const ids = outlets.map(({ id }) => id);
  const dto = await bodyOf(SwitchOutletsDto, { outlets: ids, state, ...remarks });
  const result = await commands.switchMany(dto, caller, offTime);
  const failed = result.outlets.filter(({ ok }) => !ok);
  const followed = outlets.flatMap((outlet, place) => {
    const { ok, outlet: shown } = result.outlets[place] ?? {};
    return ok ? [outletLine(outlet, state, shown)] : [];
  });
  const answer = doneAnswer(context, result, ...followed);
  if (failed.length === 0) return answer;
  const isSilent = failed.every(({ error }) => error?.code === 'HARDWARE_SILENT');
  return {
    ...answer,
    refusals: failed.map(({ error }) => error?.message ?? ''),
    status: isSilent ? EXIT.hardwareSilent : EXIT.refused,
  };
}

function outletLine({ index }: OutletModel, command: OutletCommand, shown: ShownOutlet | undefined): string {
  const name = shown?.outletName === undefined ? '' : ` (${printable(shown.outletName, 100)})`;
  return `Outlet ${index}${name} ${command === 'REBOOT' ? 'reboots.' : `is ${command}.`}`;
}

/** Changes one setting of outlets, one after another. */
export async function changeOutlets(
  context: CommandContext,
  words: readonly Word[],
  change: Readonly<Record<string, unknown>>,
): Promise<ShownOutlet[]> {
  const dto = await bodyOf(UpdateOutletDto, change);
  const shown: ShownOutlet[] = [];
  for (const outlet of selectedOutlets(context, words)) {
    shown.push(await context.service(OutletCommandsService).update(outlet, dto, context.caller));
  }
  return shown;
}

/** The group with this id or place, or with this name. Throws GROUP_UNKNOWN, or {@link UsageError} where several have the name. */
export function selectedGroup(context: CommandContext, text: string): Readonly<GroupEntity> {
  const groups = context.service(GroupsService);
  if (isNumber(context, text)) return groups.find(text);
  const named = groups
    .list(context.caller.access)
    .filter(({ groupName }) => groupName.toLowerCase() === text.toLowerCase());
  if (named.length > 1) throw new UsageError(`Several groups are named "${text}"; use the id of one.`);
  return groups.find(named[0]?.id ?? text);
}

export async function switchGroup(context: CommandContext, name: string, state: OutletCommand): Promise<Answer> {
  const group = selectedGroup(context, name);
  const dto = await bodyOf(UpdateGroupDto, { state, ...remarksOf(context) });
  const view = await context.service(GroupsService).update(group, dto, context.caller);
  const done = state === 'REBOOT' ? 'reboots' : `turns ${state}`;
  return doneAnswer(context, view, `Group ${view.id} (${printable(view.groupName, 100)}) ${done}.`);
}

async function switchRelay(context: CommandContext, state: OutletCommand): Promise<Answer> {
  const relays = context.service(RelayOutputsService);
  const name = context.rest(0);
  const relay = relays.find((isNumber(context, name) ? undefined : relays.idOf(name)) ?? name);
  const view = await relays.update(
    relay,
    await bodyOf(UpdateRelayOutputDto, { state, ...remarksOf(context) }),
    context.caller,
  );
  return doneAnswer(
    context,
    view,
    `Relay output ${view.relayIndex} ${state === 'REBOOT' ? 'reboots' : `is ${state}`}.`,
  );
}

/** The settings of an outlet that `set` changes. */
const OUTLET_SETTINGS = ['pwrOnState', 'customRebootTime', 'customRebootTimeEnabled', 'protection'];

async function setOutlet(context: CommandContext): Promise<Answer> {
  const name = needed(context, context.args.length - 2, 'a setting').toLowerCase();
  const member = OUTLET_SETTINGS.find((each) => each.toLowerCase() === name);
  if (member === undefined) throw new UsageError(`The setting must be one of ${OUTLET_SETTINGS.join(', ')}.`);
  const value = needed(context, context.args.length - 1, 'its value');
  const shown = await changeOutlets(context, context.args.slice(0, -2), { [member]: value });
  return doneAnswer(context, shown.length === 1 ? shown[0] : shown, 'The setting is stored.');
}

async function nameOutlet(context: CommandContext): Promise<Answer> {
  const shown = await changeOutlets(context, context.args.slice(0, 1), { outletName: context.rest(1) });
  return doneAnswer(context, shown[0], 'The name is stored.');
}

const switchRight = rightOf(OutletsController, 'switchMany');
const groupRight = rightOf(GroupsController, 'update');
const relayRight = rightOf(RelayOutputsController, 'update');
const COMMANDS = [
  ['on', 'ON', 'Turns'],
  ['off', 'OFF', 'Turns'],
  ['reboot', 'REBOOT', 'Reboots'],
] as const;

const aboutOf = (word: string, does: string, what: string): string =>
  does === 'Turns' ? `Turns ${what} ${word}.` : `Turns ${what} off and on again.`;

export const OUTLET_COMMANDS: readonly ShellCommand[] = [
  {
    words: ['show', 'outlets'],
    usage: '[<outlets>]',
    about: 'Lists the outlets that you may see.',
    right: rightOf(OutletsController, 'list'),
    arity: [0, MANY],
    completes: 'outlets',
    run: showOutlets,
  },
  {
    words: ['show', 'groups'],
    about: 'Lists the groups.',
    right: rightOf(GroupsController, 'list'),
    run: showGroups,
  },
  {
    words: ['show', 'relays'],
    about: 'Lists the relay outputs.',
    right: rightOf(RelayOutputsController, 'list'),
    run: (context) => {
      const relays = context.service(RelayOutputsService);
      relays.prepared(context.caller.access); // refuses a model without any, as over HTTP
      return listAnswer(context, relays.list(), RELAY_COLUMNS);
    },
  },
  ...COMMANDS.map(([word, state, does]): ShellCommand => ({
    words: [word],
    usage: '<outlets> [--confirm] [--reason <text>]',
    about: aboutOf(word, does, 'outlets'),
    right: switchRight,
    arity: [1, MANY],
    options: SWITCHING_OPTIONS,
    completes: 'outlets',
    run: (context) => switchOutlets(context, context.args, state),
  })),
  ...COMMANDS.map(([word, state, does]): ShellCommand => ({
    words: ['group', word],
    usage: '<group> [--confirm] [--reason <text>]',
    about: aboutOf(word, does, 'the outlets of a group'),
    right: groupRight,
    arity: [1, MANY],
    options: SWITCHING_OPTIONS,
    completes: 'groups',
    run: (context) => switchGroup(context, context.rest(0), state),
  })),
  ...COMMANDS.map(([word, state, does]): ShellCommand => ({
    words: ['relay', word],
    usage: '<relay> [--reason <text>]',
    about: aboutOf(word, does, 'a relay output'),
    right: relayRight,
    arity: [1, MANY],
    options: ['reason'],
    run: (context) => switchRelay(context, state),
  })),
  {
    words: ['name'],
    usage: '<outlet> <text>',
    about: 'Names an outlet.',
    right: switchRight,
    arity: [2, MANY],
    completes: 'outlets',
    run: nameOutlet,
  },
  {
    words: ['set'],
    usage: '<outlets> pwrOnState|customRebootTime|customRebootTimeEnabled|protection <value>',
    about: 'Changes a setting of outlets.',
    right: switchRight,
    arity: [3, MANY],
    completes: 'outlets',
    run: setOutlet,
  },
];

/** 1 or 0 of the old text commands. */
export function onOff(text: string | undefined): 'ON' | 'OFF' {
  const state = text === undefined ? undefined : { '1': 'ON', '0': 'OFF' }[text.replace(/^0+(?=\d)/, '')];
  if (state !== 'ON' && state !== 'OFF') throw new UsageError('The state is 1 for on or 0 for off.');
  return state;
}
