import { ApiError } from '../../common/errors.js';
import { parseChange } from '../../settings/conf.change.js';
import { confView, type ConfView } from '../../settings/conf.view.js';
import { mayRead, mayWrite, SETTING_GROUPS } from '../../settings/setting-row.js';
import { isSettingKey, SETTING_KEYS, settingRow, type SettingKey } from '../../settings/setting-value.js';
import { SettingsController } from '../../settings/settings.controller.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { UsageError } from '../parse.js';
import { jsonLine, memberLines, membersOf } from '../render.js';
import { doneAnswer } from './answers.js';
import { MANY, needed, rightOf, type Answer, type CommandContext, type ShellCommand } from './command.js';

/** The setting with this name, without regard to case and to `_`, as other tools write it. */
export function settingKey(name: string): SettingKey {
  if (isSettingKey(name)) return name;
  const plain = (text: string): string => text.replaceAll('_', '').toLowerCase();
  const key = SETTING_KEYS.find((each) => plain(each) === plain(name));
  if (!key) throw new UsageError(`There is no setting "${name}".`);
  return key;
}

export const settingsOf = (context: CommandContext): ConfView => {
  const settings = context.service(SettingsStore);
  return confView((key) => settings.get(key), context.caller.access);
};

export const showSettings = ({ options }: Pick<CommandContext, 'options'>, conf: ConfView): Answer => ({
  lines: options.has('json') ? [jsonLine(conf)] : memberLines(membersOf(conf)),
});

/** The settings of these keys that the caller may read. */
export function showKeys(context: CommandContext, wanted: (key: SettingKey) => boolean): Answer {
  const readable = Object.entries(settingsOf(context)).filter(([key]) => wanted(key as SettingKey));
  return showSettings(context, Object.fromEntries(readable));
}

function showConf(context: CommandContext): Answer {
  const name = context.arg(0);
  if (name === undefined) return showSettings(context, settingsOf(context));
  const key = settingKey(name);
  const row = settingRow(key);
  if (!mayRead(row, context.caller.access)) throw new ApiError('NOT_ALLOWED', SETTING_GROUPS[row.group].read);
  return showKeys(context, (each) => each === key);
}

/** Changes a setting like POST /api/conf. The sentence says so when this version does not serve it. */
export async function changeSetting(context: CommandContext, key: SettingKey, given: string): Promise<Answer> {
  const row = settingRow(key);
  if (row.readOnly) throw new UsageError(`The setting ${key} can only be read.`);
  if (!mayWrite(row, context.caller.access)) throw new ApiError('NOT_ALLOWED', SETTING_GROUPS[row.group].write);
  const value = given === '-' && row.type === 'secret' ? await secretValue(context, key) : given;
  const change = parseChange({ [key]: value }, context.caller.access);
  await context.service(SettingsStore).changeAsClient(change, context.caller);
  const note = row.served === false ? `${key} is recorded; this version does not serve it.` : `${key} is stored.`;
  return doneAnswer(context, settingsOf(context), note);
}

async function secretValue({ dialogue }: CommandContext, key: SettingKey): Promise<string> {
  if (!dialogue.isTerminal) throw new UsageError('A secret needs a terminal (ssh -t), where it is not shown.');
  const value = await dialogue.ask(`${key}: `, { secret: true });
  if (value === undefined) throw new UsageError('Nothing was changed.');
  return value;
}

export const readSettings = rightOf(SettingsController, 'read');
export const changeSettings = rightOf(SettingsController, 'change');

export const SETTING_COMMANDS: readonly ShellCommand[] = [
  {
    words: ['show', 'conf'],
    usage: '[<setting>]',
    about: 'Shows the settings that you may see.',
    right: readSettings,
    arity: [0, 1],
    completes: 'settings',
    run: showConf,
  },
  {
    words: ['conf', 'set'],
    usage: '<setting> <value>|-',
    about: 'Changes a setting; with - asks for a secret and does not show it.',
    right: changeSettings,
    arity: [2, MANY],
    completes: 'settings',
    run: (context) => changeSetting(context, settingKey(needed(context, 0, 'a setting')), context.rest(1)),
  },
];
