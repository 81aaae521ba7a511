import { LegacyController } from '../../legacy/legacy.controller.js';
import { LegacyService } from '../../legacy/legacy.service.js';
import { firstTemperature, totalCurrent } from '../../legacy/answers.js';
import { DeviceController } from '../../device/device.controller.js';
import { GroupsController } from '../../groups/groups.controller.js';
import { OutletsController } from '../../outlets/outlets.controller.js';
import { OutletsService } from '../../outlets/outlets.service.js';
import { OwnUserController } from '../../users/own-user.controller.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { ApiError } from '../../common/errors.js';
import { printable } from '../../common/text.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { settingRow, type SettingKey } from '../../settings/setting-value.js';
import { SignInService } from '../../auth/sign-in/sign-in.service.js';
import { EXIT } from '../exit-status.js';
import { UsageError, type Word } from '../parse.js';
import { padded } from '../render.js';
import { textWidth } from '../text-width.js';
import { listAnswer } from './answers.js';
import {
  MANY,
  needed,
  rightOf,
  SWITCHING_OPTIONS,
  type Answer,
  type CommandContext,
  type ShellCommand,
} from './command.js';
import { onOff, switchGroup, switchOutlets } from './outlets.js';
import { showTime, showVersion } from './readings.js';
import { changeSetting, changeSettings, readSettings, settingKey, showKeys } from './settings.js';
import { ping, pingRight } from './system.js';

/** The answer of the old commands that have been done. */
const OK = 'OK';
const ALL: readonly Word[] = [{ text: 'all', quoted: false }];

const isOk = (answer: Answer, context: CommandContext): Answer =>
  answer.status || context.options.has('json')
    ? { ...answer, lines: answer.status ? [] : answer.lines }
    : { lines: [OK] };

/** The table that clients split at ` |`, so that no name may have that character. */
function portStates(context: CommandContext): Answer {
  const { access } = context.caller;
  const service = context.service(OutletsService);
  service.prepared(access); // refuses a model without outlets, as over HTTP
  const views = service.visibleTo(access).map((outlet) => service.view(outlet, access));
  if (context.options.has('json')) return listAnswer(context, views, []);
  const names = views.map(({ outletName }) => printable(outletName, 32).replaceAll('|', '/'));
  const width = Math.max(10, ...names.map(textWidth));
  const rows = views.map(({ outletIndex, state = '--' }, place) => {
    const name = padded(names[place] ?? '', width, false);
    return `${padded(String(outletIndex), 4, true)} | ${name} | ${state.padEnd(3)}`;
  });
  const header = `Port | ${padded('Name', width, false)} | Status`;
  return { lines: context.options.has('no-header') ? rows : [header, ...rows] };
}

const BITS = { ON: '1', OFF: '0', unknown: 'X' } as const;

/** The lines that public clients match by their beginnings; X and XX are not known, or not for this role. */
function systemState(context: CommandContext): Answer {
  const { access } = context.caller;
  const { model } = context.service(PduDriver);
  const { outlets, inlets, sensors } = context.service(SnapshotStore).current;
  context.service(OutletsService).prepared(access); // refuses a model without outlets, as over HTTP
  const states = model.outlets.map(
    ({ id, position }) => BITS[(access.mayView(id) ? outlets[position]?.state : undefined) ?? 'unknown'],
  );
  const isShown = access.can('viewGlobalDeviceSettings');
  const current = access.can('viewInletStats') ? totalCurrent(inlets) : undefined;
  const temperature = access.can('viewPortInfo') ? firstTemperature(sensors) : undefined;
  return {
    lines: [
      `System Model: ${isShown ? model.profile.modelNumber : 'XX'}`,
      `System Name: ${isShown ? printable(context.service(SettingsStore).get('deviceName'), 100) : 'XX'}`,
      `Outlet Status(1-On, 0-Off. Outlet 1 to ${model.outlets.length}): ${states.join(' ')}`,
      `Current: ${current === undefined ? 'XX' : `${current.toFixed(2)} A`}`,
      `Temperature: ${temperature === undefined ? 'XX' : `${Math.round(temperature)} C`}`,
    ],
  };
}

const single = (context: CommandContext): readonly Word[] => context.args.slice(0, 1);

/** A group, or all outlets where none is named. */
async function switchGroupOrAll(
  context: CommandContext,
  group: string | undefined,
  state: 'ON' | 'OFF' | 'REBOOT',
): Promise<Answer> {
  if (group === undefined) return isOk(await switchOutlets(context, ALL, state), context);
  return isOk(await switchGroup(context, group, state), context);
}

/** `gpset 1`: all outlets; `gpset 2 1`: group 2. */
const groupSet = (context: CommandContext): Promise<Answer> =>
  switchGroupOrAll(context, context.args.length > 1 ? context.arg(0) : undefined, onOff(context.args.at(-1)?.text));

/** Asks for a user name and a password, and changes nothing: a session has one user. */
async function login(context: CommandContext): Promise<Answer> {
  const { dialogue, caller } = context;
  const name = context.arg(0) ?? (await dialogue.ask('User ID: '));
  const password = name === undefined ? undefined : await dialogue.ask('Password: ', { secret: true });
  if (name === undefined || password === undefined) throw new UsageError('login asks for a name and a password.');
  const user = await context.service(SignInService).verifiedUser({ name, password }, caller.address, 'ssh');
  if (!user) throw new ApiError('SIGN_IN_FAILED');
  if (String(user.id) === caller.userId) return { lines: [OK] };
  throw new UsageError('This session belongs to another user; connect again with that name.');
}

/** The old commands that change one setting. */
const SETTINGS: Readonly<Record<string, readonly [key: SettingKey, usage: string]>> = {
  ip: ['staticIp', '[<address>]'],
  mask: ['subnetMask', '[<mask>]'],
  gw: ['gatewayIp', '[<address>]'],
  dhcp: ['ipAssign', '[0|1]'],
  http: ['webPort', '[<port>]'],
  web: ['webEnabled', '[0|1]'],
  telnet: ['telnetEnabled', '[0|1]'],
};

/** Settings that the host system owns, whose change is only recorded here. */
const OF_THE_HOST: ReadonlySet<SettingKey> = new Set(['ipAssign', 'staticIp', 'subnetMask', 'gatewayIp']);

async function setOrShow(context: CommandContext, key: SettingKey): Promise<Answer> {
  const given = context.arg(0);
  if (given === undefined) return showKeys(context, (each) => each === key);
  const value = key === 'ipAssign' ? ({ '1': 'dhcp', '0': 'static' }[given] ?? given) : given;
  const answer = await changeSetting(context, key, value);
  const note = OF_THE_HOST.has(key) ? ['The host system owns this setting; it is recorded.'] : [];
  return context.options.has('json')
    ? answer
    : { lines: [OK, ...(settingRow(key).served === false ? (answer.lines ?? []) : note)] };
}

const NETWORK_KEYS: ReadonlySet<string> = new Set([
  ...['hostName', 'macAddr', 'ipAssign', 'staticIp', 'subnetMask', 'gatewayIp', 'primaryDns', 'secondaryDns'],
  ...['webPort', 'webSslEnabled', 'webSslPort', 'sshEnabled', 'sshPort', 'telnetEnabled'],
]);

const viewOutlets = rightOf(OutletsController, 'list');
const switchRight = rightOf(OutletsController, 'switchMany');
const groupRight = rightOf(GroupsController, 'update');
const device = rightOf(DeviceController, 'read');

/** The text commands of netBooter and netCommander units. */
const TEXT_COMMANDS: readonly ShellCommand[] = [
  {
    words: ['pshow'],
    about: 'Shows the outlets.',
    right: viewOutlets,
    run: portStates,
  },
  {
    words: ['sysshow'],
    about: 'Shows the system.',
    right: viewOutlets,
    run: systemState,
  },
  ...['pset', 'ps'].map((word): ShellCommand => ({
    words: [word],
    usage: '<outlet> 0|1 [--confirm] [--reason <text>]',
    about: 'Turns an outlet off or on.',
    right: switchRight,
    arity: [2, 2],
    options: SWITCHING_OPTIONS,
    completes: 'outlets',
    run: async (context) => isOk(await switchOutlets(context, single(context), onOff(context.arg(1))), context),
  })),
  ...['gpset', 'gps'].map((word): ShellCommand => ({
    words: [word],
    usage: '[<group>] 0|1 [--confirm] [--reason <text>]',
    about: 'Turns a group, or all outlets, off or on.',
    right: ({ args }) => (args.length > 1 ? groupRight : switchRight),
    arity: [1, 2],
    options: SWITCHING_OPTIONS,
    run: groupSet,
  })),
  {
    words: ['rb'],
    usage: '<outlet> [--confirm] [--reason <text>]',
    about: 'Reboots an outlet.',
    right: switchRight,
    arity: [1, 1],
    options: SWITCHING_OPTIONS,
    completes: 'outlets',
    run: async (context) => isOk(await switchOutlets(context, single(context), 'REBOOT'), context),
  },
  ...['grb', 'gprb'].map((word): ShellCommand => ({
    words: [word],
    usage: '[<group>] [--confirm] [--reason <text>]',
    about: 'Reboots a group, or all outlets.',
    right: ({ args }) => (args.length > 0 ? groupRight : switchRight),
    arity: [0, 1],
    options: SWITCHING_OPTIONS,
    completes: 'groups',
    run: (context) => switchGroupOrAll(context, context.arg(0), 'REBOOT'),
  })),
  {
    words: ['nwshow'],
    about: 'Shows the network settings.',
    right: readSettings,
    run: (context) => showKeys(context, (key) => NETWORK_KEYS.has(key)),
  },
  {
    words: ['nwset'],
    usage: '<setting> <value>',
    about: 'Changes a network setting.',
    right: changeSettings,
    arity: [2, MANY],
    completes: 'settings',
    run: (context) => changeSetting(context, settingKey(needed(context, 0, 'a setting')), context.rest(1)),
  },
  ...Object.entries(SETTINGS).map(([word, [key, usage]]): ShellCommand => ({
    words: [word],
    usage,
    about: `Shows or changes the setting ${key}.`,
    right: ({ args }) => (args.length === 0 ? readSettings : changeSettings),
    arity: [0, 1],
    run: (context) => setOrShow(context, key),
  })),
  { words: ['ver'], about: 'Shows the version.', right: device, run: showVersion },
  { words: ['time'], about: 'Shows the time.', right: device, run: showTime },
  {
    words: ['mac'],
    about: 'Shows the hardware address.',
    right: readSettings,
    run: (context) => showKeys(context, (key) => key === 'macAddr'),
  },
  {
    words: ['timeset'],
    usage: '[<time>]',
    about: 'The clock belongs to the host system.',
    right: 'free',
    arity: [0, MANY],
    run: () => {
      throw new UsageError('The clock belongs to the host system; set it there, or switch NTP on there.');
    },
  },
  {
    words: ['emailsend'],
    about: 'Mails are sent by actions.',
    right: 'free',
    arity: [0, MANY],
    run: () => {
      throw new UsageError('Mails are sent by actions; "action list" shows them and "action test" sends one.');
    },
  },
  {
    words: ['login'],
    usage: '[<user>]',
    about: 'Checks a user name and a password.',
    right: rightOf(OwnUserController, 'read'),
    arity: [0, 1],
    run: login,
  },
];

const PING: ShellCommand = {
  words: ['ping'],
  usage: '<host>',
  about: 'Sends one ping.',
  right: pingRight,
  arity: [1, 1],
  run: ping,
};

/** Each of them with a slash too, as console models have it. */
export const NETBOOTER_COMMANDS: readonly ShellCommand[] = [
  ...TEXT_COMMANDS,
  ...[...TEXT_COMMANDS, PING].map((command) => ({
    ...command,
    words: command.words.map((word) => `/${word}`),
    about: `${command.about} As ${command.words.join(' ')}.`,
  })),
];

/** A `$A` command; its arguments are separated by blanks or commas. */
export const DOLLAR_COMMAND = /^\$a\d/i;

const DONE: Answer = { lines: ['$A0'] };
const FAILED: Answer = { lines: ['$AF'], status: EXIT.refused };

/** The `$A` commands: those of `/cmd.cgi`, and sign-in and sign-out of a session. */
export const DOLLAR: ShellCommand = {
  words: ['$A'],
  usage: '<n> [<arguments>]',
  about: 'The commands of /cmd.cgi: $A3 n v, $A4 n, $A5, $A7 v, $A8; $A1 name password; $A2 ends the session.',
  right: rightOf(LegacyController, 'command'),
  arity: [0, MANY],
  run: async (context) => {
    const words = context.args.flatMap(({ text }) => text.split(',')).filter((text) => text !== '');
    const [form = '', ...rest] = words;
    const command = form.toUpperCase();
    if (command === '$A2') return { ends: true };
    if (command === '$A1') return (await isOwnPassword(context, rest)) ? DONE : FAILED;
    const answer = await context.service(LegacyService).dollar([command, ...rest].join(' '), context.caller);
    return answer.startsWith('$AF') ? FAILED : { lines: [answer] };
  },
};

async function isOwnPassword(context: CommandContext, [name, password]: readonly string[]): Promise<boolean> {
  if (name === undefined || password === undefined) return false;
  const { caller } = context;
  try {
    const user = await context.service(SignInService).verifiedUser({ name, password }, caller.address, 'ssh');
    return user !== undefined && String(user.id) === caller.userId;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
