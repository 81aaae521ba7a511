import { BanksController } from '../../banks/banks.controller.js';
import { GroupsController } from '../../groups/groups.controller.js';
import { UpdateGroupDto } from '../../groups/group.dto.js';
import { GroupsService } from '../../groups/groups.service.js';
import { OutletsController } from '../../outlets/outlets.controller.js';
import { SensorsController } from '../../sensors/sensors.controller.js';
import { DeviceController } from '../../device/device.controller.js';
import { settingRow, type SettingKey } from '../../settings/setting-value.js';
import { UserCredentialsController } from '../../users/user-credentials.controller.js';
import { UsersController } from '../../users/users.controller.js';
import { bodyOf } from '../../common/body.js';
import type { Seconds } from '../../common/units.js';
import { OFF_TIME } from '../../outlets/outlet.dto.js';
import { UsageError } from '../parse.js';
import { addKey, addUser, editUser, listKeys, listUsers, removeKey, removeUser, usersRight } from './accounts.js';
import {
  MANY,
  needed,
  rightOf,
  SWITCHING_OPTIONS,
  type Answer,
  type CommandContext,
  type ShellCommand,
} from './command.js';
import { changeOutlets, selectedGroup, showGroups, showOutlets, switchGroup, switchOutlets } from './outlets.js';
import { nameBank, showBanks, showDevice, showSensors } from './readings.js';
import { changeSetting, changeSettings, readSettings, settingKey, showKeys } from './settings.js';
import { factoryReset, resetRight, restart, restartRight } from './system.js';

const SAVED = 'Successfully saved setting.';

/** Runs a change and answers as this family does. */
const saving =
  (change: (context: CommandContext) => unknown): ShellCommand['run'] =>
  async (context) => {
    const answer = (await change(context)) as Answer | undefined;
    if (answer?.status) return answer;
    return context.options.has('json') && answer?.lines ? answer : { lines: [SAVED] };
  };

const stateOf = (text: string | undefined): 'ON' | 'OFF' => {
  const state = text?.toUpperCase();
  if (state !== 'ON' && state !== 'OFF') throw new UsageError('The state is on or off.');
  return state;
};

/** The last argument is the value, all before it the outlets. */
const targets = ({ args }: CommandContext) => args.slice(0, -1);
const value = (context: CommandContext): string => needed(context, context.args.length - 1, 'a value');

/** `outlet_reboot <o> [s]`: the seconds count for this reboot alone; without them those of each outlet do. */
function rebootOutlets(context: CommandContext): Promise<Answer> {
  const seconds = context.arg(1);
  return switchOutlets(
    context,
    context.args.slice(0, 1),
    'REBOOT',
    seconds === undefined ? undefined : offTimeIn(seconds),
  );
}

function offTimeIn(text: string): Seconds {
  const { min, max } = OFF_TIME;
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (seconds >= min && seconds <= max) return seconds;
  throw new UsageError(`The off time is ${min} to ${max} seconds.`);
}

async function nameGroup(context: CommandContext): Promise<undefined> {
  const group = selectedGroup(context, needed(context, 0, 'a group'));
  const change = await bodyOf(UpdateGroupDto, { groupName: context.rest(1) });
  await context.service(GroupsService).update(group, change, context.caller);
}

const switchRight = rightOf(OutletsController, 'switchMany');
const groupRight = rightOf(GroupsController, 'update');

const OUTLET_ROWS: readonly ShellCommand[] = [
  {
    words: ['system', 'outlets', 'status'],
    about: 'Shows the outlets.',
    right: rightOf(OutletsController, 'list'),
    run: showOutlets,
  },
  {
    words: ['system', 'outlets', 'set', 'outlet_state'],
    usage: '<outlets> on|off [--confirm] [--reason <text>]',
    about: 'Turns outlets on or off.',
    right: switchRight,
    arity: [2, MANY],
    options: SWITCHING_OPTIONS,
    completes: 'outlets',
    run: saving((context) => switchOutlets(context, targets(context), stateOf(value(context)))),
  },
  {
    words: ['system', 'outlets', 'set', 'outlet_reboot'],
    usage: '<outlets> [<seconds>] [--confirm] [--reason <text>]',
    about: 'Reboots outlets, which are off for so many seconds.',
    right: switchRight,
    arity: [1, 2],
    options: SWITCHING_OPTIONS,
    completes: 'outlets',
    run: saving(rebootOutlets),
  },
  {
    words: ['system', 'outlets', 'set', 'outlet_name'],
    usage: '<outlet> <text>',
    about: 'Names an outlet.',
    right: switchRight,
    arity: [2, MANY],
    completes: 'outlets',
    run: saving(async (context) => {
      await changeOutlets(context, context.args.slice(0, 1), { outletName: context.rest(1) });
    }),
  },
  {
    words: ['system', 'outlets', 'set', 'outlet_pwr_on_state'],
    usage: '<outlets> on|off|prev',
    about: 'Sets the state that outlets take when the PDU gets power.',
    right: switchRight,
    arity: [2, MANY],
    completes: 'outlets',
    run: saving(async (context) => {
      await changeOutlets(context, targets(context), { pwrOnState: value(context) });
    }),
  },
];

const GROUP_ROWS: readonly ShellCommand[] = [
  {
    words: ['system', 'groups', 'status'],
    about: 'Shows the groups.',
    right: rightOf(GroupsController, 'list'),
    run: showGroups,
  },
  {
    words: ['system', 'groups', 'set', 'group_state'],
    usage: '<group> on|off [--confirm] [--reason <text>]',
    about: 'Turns a group on or off.',
    right: groupRight,
    arity: [2, 2],
    options: SWITCHING_OPTIONS,
    completes: 'groups',
    run: saving((context) => switchGroup(context, needed(context, 0, 'a group'), stateOf(value(context)))),
  },
  {
    words: ['system', 'groups', 'set', 'group_reboot'],
    usage: '<group> [--confirm] [--reason <text>]',
    about: 'Reboots a group.',
    right: groupRight,
    arity: [1, 1],
    options: SWITCHING_OPTIONS,
    completes: 'groups',
    run: saving((context) => switchGroup(context, needed(context, 0, 'a group'), 'REBOOT')),
  },
  {
    words: ['system', 'groups', 'set', 'group_name'],
    usage: '<group> <text>',
    about: 'Names a group.',
    right: groupRight,
    arity: [2, MANY],
    completes: 'groups',
    run: saving(nameGroup),
  },
];

const PART_ROWS: readonly ShellCommand[] = [
  {
    words: ['system', 'banks', 'status'],
    about: 'Shows the banks.',
    right: rightOf(BanksController, 'list'),
    run: showBanks,
  },
  {
    words: ['system', 'banks', 'set', 'bank_name'],
    usage: '<bank> <text>',
    about: 'Names a bank.',
    right: rightOf(BanksController, 'update'),
    arity: [2, MANY],
    run: saving(nameBank),
  },
  {
    words: ['system', 'sensors', 'status'],
    about: 'Shows the sensors.',
    right: rightOf(SensorsController, 'list'),
    run: showSensors,
  },
  {
    words: ['system', 'device', 'status'],
    about: 'Shows the device.',
    right: rightOf(DeviceController, 'read'),
    run: showDevice,
  },
];

/** The areas of the network tree, with the settings that each has. */
const AREAS: Readonly<Record<string, (key: SettingKey) => boolean>> = {
  ip: (key) => settingRow(key).group === 'network' || key === 'hostName' || key === 'macAddr',
  web: (key) => settingRow(key).group === 'web',
  ssh: (key) => settingRow(key).group === 'ssh',
  snmp: (key) => settingRow(key).group === 'snmp',
  syslog: (key) => settingRow(key).group === 'syslog',
  smtp: (key) => settingRow(key).group === 'mail',
  ntp: (key) => key.startsWith('ntp'),
  autoping: (key) => settingRow(key).group === 'autoping',
};

const NETWORK_ROWS: readonly ShellCommand[] = [
  {
    words: ['network', 'status'],
    about: 'Shows the network settings.',
    right: readSettings,
    run: (context) =>
      showKeys(context, (key) => settingRow(key).group === 'network' || settingRow(key).group === 'web'),
  },
  ...Object.entries(AREAS).flatMap(([area, holds]): ShellCommand[] => [
    {
      words: ['network', area, 'status'],
      about: `Shows the settings of ${area}.`,
      right: readSettings,
      run: (context) => showKeys(context, holds),
    },
    {
      words: ['network', area, 'set'],
      usage: '<setting> <value>',
      about: `Changes a setting of ${area}.`,
      right: changeSettings,
      arity: [2, MANY],
      completes: 'settings',
      run: saving((context) => {
        const key = settingKey(needed(context, 0, 'a setting'));
        if (!holds(key)) throw new UsageError(`The setting ${key} is not one of ${area}.`);
        return changeSetting(context, key, context.rest(1));
      }),
    },
  ]),
];

const own = ({ caller }: CommandContext): string => caller.userId;

const ACCOUNT_ROWS: readonly ShellCommand[] = [
  {
    words: ['network', 'ssh', 'keys', 'list'],
    about: 'Lists your SSH keys.',
    right: rightOf(UserCredentialsController, 'listKeys'),
    owner: own,
    run: listKeys,
  },
  {
    words: ['network', 'ssh', 'keys', 'add'],
    usage: '<public key>',
    about: 'Adds an SSH key of yours.',
    right: rightOf(UserCredentialsController, 'addKey'),
    arity: [1, MANY],
    owner: own,
    run: saving(addKey),
  },
  {
    words: ['network', 'ssh', 'keys', 'remove'],
    usage: '<fingerprint or name>',
    about: 'Removes an SSH key of yours.',
    right: rightOf(UserCredentialsController, 'removeKey'),
    arity: [1, MANY],
    owner: own,
    run: saving(removeKey),
  },
  {
    words: ['settings', 'users', 'list'],
    about: 'Lists the users.',
    right: usersRight,
    run: listUsers,
  },
  {
    words: ['settings', 'users', 'add'],
    usage: '<user> <role id>',
    about: 'Creates a user; asks for the password on a terminal.',
    right: rightOf(UsersController, 'create'),
    arity: [2, 2],
    run: addUser,
  },
  {
    words: ['settings', 'users', 'edit'],
    usage: '<user> name|role <value>',
    about: 'Changes the name or the role of a user.',
    right: rightOf(UsersController, 'update'),
    arity: [3, MANY],
    run: editUser,
  },
  {
    words: ['settings', 'users', 'remove'],
    usage: '<user> [--yes]',
    about: 'Deletes a user.',
    right: rightOf(UsersController, 'remove'),
    arity: [1, MANY],
    options: ['yes'],
    run: removeUser,
  },
  {
    words: ['settings', 'restart'],
    usage: '[--yes]',
    about: 'Restarts the controller.',
    right: restartRight,
    options: ['yes'],
    run: restart,
  },
  {
    words: ['settings', 'factory_reset'],
    usage: '[--yes]',
    about: 'Resets the controller to factory settings.',
    right: resetRight,
    options: ['yes'],
    run: factoryReset,
  },
];

/** The command tree of synLink units. */
export const SYNLINK_COMMANDS: readonly ShellCommand[] = [
  ...OUTLET_ROWS,
  ...GROUP_ROWS,
  ...PART_ROWS,
  ...NETWORK_ROWS,
  ...ACCOUNT_ROWS,
];
