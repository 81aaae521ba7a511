import { tableLines, type Column } from '../render.js';
import { MANY, type Answer, type CommandContext, type ShellCommand } from './command.js';

const COLUMNS: readonly Column<ShellCommand>[] = [
  ['Command', ({ words, usage }) => [...words, usage].join(' ').trim()],
  ['Does', ({ about }) => about],
];

/** The lines of help for the commands that begin with these words; all of them without words. */
export const helpLines = (commands: readonly ShellCommand[]): string[] => tableLines(COLUMNS, commands, false);

/** True if the command begins with these words. */
export const beginsWith = ({ words }: Pick<ShellCommand, 'words'>, wanted: readonly string[]): boolean =>
  wanted.every((word, place) => words[place]?.toLowerCase() === word.toLowerCase());

function help({ args, commands }: CommandContext): Answer {
  const wanted = args.map(({ text }) => text);
  // The synLink tree and the commands with a slash would bury the others.
  const shown = commands.filter((command) =>
    wanted.length > 0 ? beginsWith(command, wanted) : command.words.length < 3 && !command.words[0]?.startsWith('/'),
  );
  return { lines: shown.length > 0 ? helpLines(shown) : [`There is no command ${wanted.join(' ')}.`] };
}

export const HELP_COMMANDS: readonly ShellCommand[] = ['help', '?'].map((word) => ({
  words: [word],
  usage: '[<command>]',
  about: 'Lists the commands.',
  right: 'free',
  arity: [0, MANY],
  run: help,
}));
