import { ConfigResetController } from '../../configuration/config-reset.controller.js';
import { ConfigResetService } from '../../configuration/config-reset.service.js';
import { EventsController } from '../../events/events.controller.js';
import { PingProbe } from '../../probes/ping.probe.js';
import { FORMATS } from '../../common/formats.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { RebootController } from '../../system/reboot.controller.js';
import { RebootService } from '../../system/reboot.service.js';
import { EXIT } from '../exit-status.js';
import { UsageError } from '../parse.js';
import { doneAnswer } from './answers.js';
import {
  assertConfirmed,
  MANY,
  needed,
  rightOf,
  type Answer,
  type CommandContext,
  type ShellCommand,
} from './command.js';

/** Sends one echo request. */
export async function ping(context: CommandContext): Promise<Answer> {
  const target = needed(context, 0, 'a host');
  const checked = FORMATS.host(target);
  if ('wrong' in checked) throw new UsageError(`The host must be ${checked.wrong}.`);
  const limit = context.service(SettingsStore).get('autopingTimeout');
  const probe = context.service(PingProbe);
  const answered = await probe.ping({ target, networkInterface: '', limit });
  if (answered === true) return doneAnswer(context, { target, answered }, `${target} answers.`);
  const reason = answered === undefined ? await probe.check() : undefined;
  return { refusals: [reason ?? `${target} does not answer.`], status: EXIT.refused };
}

export async function restart(context: CommandContext): Promise<Answer> {
  await assertConfirmed(context, 'Restart the controller? Outlets stay as they are.');
  const view = await context.service(RebootService).reboot(context.caller, context.dialogue.reply);
  return { ...doneAnswer(context, view, 'The controller restarts.'), ends: true };
}

export async function factoryReset(context: CommandContext): Promise<Answer> {
  await assertConfirmed(context, 'Reset everything to factory settings? Outlets stay as they are.');
  const view = await context.service(ConfigResetService).reset(context.caller);
  return { ...doneAnswer(context, view, 'The controller has factory settings.'), ends: true };
}

const DEFAULT_INTERVAL = 2;
const MAX_INTERVAL = 3600;

/** Runs a command again and again, until a key is pressed or the session ends. */
async function watch(context: CommandContext): Promise<Answer> {
  const first = needed(context, 0, 'a command');
  const isInterval = /^\d+$/.test(first);
  const seconds = isInterval ? Number(first) : DEFAULT_INTERVAL;
  if (seconds < 1 || seconds > MAX_INTERVAL) throw new UsageError('The interval is 1 to 3600 seconds.');
  const words = context.rest(isInterval ? 1 : 0);
  if (words === '') throw new UsageError('Name a command.');
  const line = [words, ...[...context.options.keys()].map((name) => `--${name}`)].join(' ');
  if (/^\/?watch\b/i.test(line)) throw new UsageError('watch cannot watch itself.');
  const { dialogue } = context;
  for (;;) {
    const { lines = [], refusals = [], status = EXIT.done } = await context.run(line);
    if (status === EXIT.usage || status === EXIT.unknownCommand) return { refusals, status };
    await dialogue.print([...(dialogue.isTerminal ? ['\x1b[H\x1b[2J'] : []), ...lines, ...refusals, '']);
    if (!(await dialogue.pause(seconds))) return {};
  }
}

function setPager({ args, dialogue }: CommandContext): Answer {
  const wanted = args[0]?.text.toLowerCase();
  if (wanted !== 'on' && wanted !== 'off') throw new UsageError('The pager is on or off.');
  dialogue.preferences.pager = wanted === 'on';
  return {};
}

export const pingRight = rightOf(EventsController, 'create');
export const restartRight = rightOf(RebootController, 'reboot');
export const resetRight = rightOf(ConfigResetController, 'reset');

export const SYSTEM_COMMANDS: readonly ShellCommand[] = [
  {
    words: ['ping'],
    usage: '<host>',
    about: 'Sends one ping; needs the permission to create events, which send pings too.',
    right: pingRight,
    arity: [1, 1],
    run: ping,
  },
  {
    words: ['watch'],
    usage: '[<seconds>] <command>',
    about: 'Repeats a command until a key is pressed.',
    right: 'free',
    arity: [1, MANY],
    run: watch,
  },
  {
    words: ['set', 'pager'],
    usage: 'on|off',
    about: 'Stops output after each screen, or not.',
    right: 'free',
    arity: [1, 1],
    run: setPager,
  },
  {
    words: ['system', 'reboot'],
    usage: '[--yes]',
    about: 'Restarts the controller; outlets stay as they are.',
    right: restartRight,
    options: ['yes'],
    run: restart,
  },
  {
    words: ['system', 'reset'],
    usage: '[--yes]',
    about: 'Resets the controller to factory settings; outlets stay as they are.',
    right: resetRight,
    options: ['yes'],
    run: factoryReset,
  },
  ...['exit', 'logout', 'quit'].map((word): ShellCommand => ({
    words: [word],
    about: 'Ends the session.',
    right: 'free',
    run: () => ({ lines: ['Goodbye!'], ends: true }),
  })),
];
