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
import { UsageError } from '../parse.js';
import { addKey, addUser, editUser, listKeys, listUsers, removeKey, removeUser, usersRight } from './accounts.js';
import { MANY, needed, rightOf, type Answer, type CommandContext, type ShellCommand } from './command.js';
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

/** `outlet_reboot <o> [s]`: the seconds are those of the outlet's setting, which is not changed by a reboot. */
function rebootOutlet(context: CommandContext): Promise<Answer> {
  if (context.args.length > 1) {
    throw new UsageError('The off time is a setting of the outlet: set <outlet> customRebootTime <seconds>.');
  }
  return switchOutlets(context, context.args, 'REBOOT');
}

async function nameGroup(context: CommandContext): Promise<undefined> {
  const group = selectedGroup(context, needed(context, 0, 'a group'));
  const change = await bodyOf(UpdateGroupDto, { groupName: context.rest(1) });
  await context.service(GroupsService).update(group, change, context.caller);
}

const switchRight = rightOf(OutletsController, 'switchMany');
const groupRight = rightOf(GroupsController, 'update');

const row = (
  path: string,
  usage: string,
  about: string,
  right: ShellCommand['right'],
  arity: ShellCommand['arity'],
  run: ShellCommand['run'],
  more: Partial<ShellCommand> = {},
): ShellCommand => ({ words: path.split(' '), usage, about, right, arity, run, ...more });

const OUTLET_ROWS: readonly ShellCommand[] = [
  row('system outlets status', '', 'Shows the outlets.', rightOf(OutletsController, 'list'), [0, 0], showOutlets),
  row(
    'system outlets set outlet_state',
    '<outlets> on|off [--confirm]',
    'Turns outlets on or off.',
    switchRight,
    [2, MANY],
    saving((context) => switchOutlets(context, targets(context), stateOf(value(context)))),
    { options: ['confirm'], completes: 'outlets' },
  ),
  row(
    'system outlets set outlet_reboot',
    '<outlet> [--confirm]',
    'Reboots an outlet.',
    switchRight,
    [1, 2],
    saving(rebootOutlet),
    { options: ['confirm'], completes: 'outlets' },
  ),
  row(
    'system outlets set outlet_name',
    '<outlet> <text>',
    'Names an outlet.',
    switchRight,
    [2, MANY],
    saving(async (context) => {
      await changeOutlets(context, context.args.slice(0, 1), { outletName: context.rest(1) });
    }),
    { completes: 'outlets' },
  ),
  row(
    'system outlets set outlet_pwr_on_state',
    '<outlets> on|off|prev',
    'Sets the state that outlets take when the PDU gets power.',
    switchRight,
    [2, MANY],
    saving(async (context) => {
      await changeOutlets(context, targets(context), { pwrOnState: value(context) });
    }),
    { completes: 'outlets' },
  ),
];

const GROUP_ROWS: readonly ShellCommand[] = [
  row('system groups status', '', 'Shows the groups.', rightOf(GroupsController, 'list'), [0, 0], showGroups),
  row(
    'system groups set group_state',
    '<group> on|off [--confirm]',
    'Turns a group on or off.',
    groupRight,
    [2, 2],
    saving((context) => switchGroup(context, needed(context, 0, 'a group'), stateOf(value(context)))),
    { options: ['confirm'], completes: 'groups' },
  ),
  row(
    'system groups set group_reboot',
    '<group> [--confirm]',
    'Reboots a group.',
    groupRight,
    [1, 1],
    saving((context) => switchGroup(context, needed(context, 0, 'a group'), 'REBOOT')),
    { options: ['confirm'], completes: 'groups' },
  ),
  row('system groups set group_name', '<group> <text>', 'Names a group.', groupRight, [2, MANY], saving(nameGroup), {
    completes: 'groups',
  }),
];

const PART_ROWS: readonly ShellCommand[] = [
  row('system banks status', '', 'Shows the banks.', rightOf(BanksController, 'list'), [0, 0], showBanks),
  row(
    'system banks set bank_name',
    '<bank> <text>',
    'Names a bank.',
    rightOf(BanksController, 'update'),
    [2, MANY],
    saving(nameBank),
  ),
  row('system sensors status', '', 'Shows the sensors.', rightOf(SensorsController, 'list'), [0, 0], showSensors),
  row('system device status', '', 'Shows the device.', rightOf(DeviceController, 'read'), [0, 0], showDevice),
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
  row('network status', '', 'Shows the network settings.', readSettings, [0, 0], (context) =>
    showKeys(context, (key) => settingRow(key).group === 'network' || settingRow(key).group === 'web'),
  ),
  ...Object.entries(AREAS).flatMap(([area, holds]) => [
    row(`network ${area} status`, '', `Shows the settings of ${area}.`, readSettings, [0, 0], (context) =>
      showKeys(context, holds),
    ),
    row(
      `network ${area} set`,
      '<setting> <value>',
      `Changes a setting of ${area}.`,
      changeSettings,
      [2, MANY],
      saving((context) => {
        const key = settingKey(needed(context, 0, 'a setting'));
        if (!holds(key)) throw new UsageError(`The setting ${key} is not one of ${area}.`);
        return changeSetting(context, key, context.rest(1));
      }),
      { completes: 'settings' },
    ),
  ]),
];

const own = ({ caller }: CommandContext): string => caller.userId;
const ownKeys = { owner: own };

const ACCOUNT_ROWS: readonly ShellCommand[] = [
  row(
    'network ssh keys list',
    '',
    'Lists your SSH keys.',
    rightOf(UserCredentialsController, 'listKeys'),
    [0, 0],
    listKeys,
    ownKeys,
  ),
  row(
    'network ssh keys add',
    '<public key>',
    'Adds an SSH key of yours.',
    rightOf(UserCredentialsController, 'addKey'),
    [1, MANY],
    saving(addKey),
    ownKeys,
  ),
  row(
    'network ssh keys remove',
    '<fingerprint or name>',
    'Removes an SSH key of yours.',
    rightOf(UserCredentialsController, 'removeKey'),
    [1, MANY],
    saving(removeKey),
    ownKeys,
  ),
  row('settings users list', '', 'Lists the users.', usersRight, [0, 0], listUsers),
  row(
    'settings users add',
    '<user> <role id>',
    'Creates a user; asks for the password on a terminal.',
    rightOf(UsersController, 'create'),
    [2, 2],
    addUser,
  ),
  row(
    'settings users edit',
    '<user> name|role <value>',
    'Changes the name or the role of a user.',
    rightOf(UsersController, 'update'),
    [3, MANY],
    editUser,
  ),
  row(
    'settings users remove',
    '<user> [--yes]',
    'Deletes a user.',
    rightOf(UsersController, 'remove'),
    [1, MANY],
    removeUser,
    { options: ['yes'] },
  ),
  row('settings restart', '[--yes]', 'Restarts the controller.', restartRight, [0, 0], restart, { options: ['yes'] }),
  row(
    'settings factory_reset',
    '[--yes]',
    'Resets the controller to factory settings.',
    resetRight,
    [0, 0],
    factoryReset,
    { options: ['yes'] },
  ),
];

/** The command tree of synLink units. */
export const SYNLINK_COMMANDS: readonly ShellCommand[] = [
  ...OUTLET_ROWS,
  ...GROUP_ROWS,
  ...PART_ROWS,
  ...NETWORK_ROWS,
  ...ACCOUNT_ROWS,
];
