import type { Type } from '@nestjs/common';
import { assertAccess } from '../auth/access-check.js';
import type { CallerWithAddress } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { GroupsService } from '../groups/groups.service.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { COMMANDS } from './commands/index.js';
import type {
  AbstractType,
  Answer,
  CommandContext,
  CommandInput,
  Dialogue,
  Right,
  ShellCommand,
} from './commands/command.js';
import { beginsWith, helpLines } from './commands/help.js';
import { DOLLAR, DOLLAR_COMMAND } from './commands/netbooter.js';
import { settingsOf } from './commands/settings.js';
import { EXIT, refusalOf } from './exit-status.js';
import { separateOptions, UsageError, wordsOf, type Word } from './parse.js';

/** Finds a service of the application. */
export type Services = <T>(type: Type<T> | AbstractType<T>) => T;

/** The commands that a user who has to change the password may use. */
const BEFORE_PASSWORD_CHANGE: ReadonlySet<string> = new Set(['passwd', 'exit', 'logout', 'quit', 'help', '?']);

const CHANGE_PASSWORD = 'Change your password first, with passwd in a session with a terminal (ssh -t).';

export interface InterpreterOptions {
  readonly caller: CallerWithAddress;
  readonly dialogue: Dialogue;
  readonly services: Services;
  /** True while the user has to replace a password that another one has chosen. */
  readonly needsNewPassword: () => boolean;
  /** Notes an error that is not the user's. */
  readonly failed: (error: unknown) => void;
  readonly commands?: readonly ShellCommand[];
}

/** Runs command lines for one caller: finds the command, checks its right, and turns errors into refusals. */
export class Interpreter {
  readonly #commands: readonly ShellCommand[];

  constructor(private readonly options: InterpreterOptions) {
    this.#commands = options.commands ?? COMMANDS;
  }

  /** Never rejects. */
  async run(line: string): Promise<Answer> {
    let usage: string | undefined;
    try {
      const words = wordsOf(line);
      if (words.length === 0) return {};
      const found = this.#find(words);
      if ('answer' in found) return found.answer;
      const { command, rest } = found;
      usage = `Usage: ${[...command.words, command.usage].join(' ').trim()}`;
      return await this.#carryOut(command, rest);
    } catch (error) {
      if (!(error instanceof UsageError) && !(error instanceof ApiError)) this.options.failed(error);
      const { status, message } = refusalOf(error);
      const hint = error instanceof ArityError && usage !== undefined ? [usage] : [];
      return { refusals: [message, ...hint], status };
    }
  }

  /** The words that may come after this text. */
  complete(before: string): { readonly word: string; readonly candidates: readonly string[] } {
    const word = /\S*$/.exec(before)?.[0] ?? '';
    const earlier = before
      .slice(0, before.length - word.length)
      .split(/\s+/)
      .filter((each) => each !== '');
    try {
      const starts = (text: string): boolean => text.toLowerCase().startsWith(word.toLowerCase());
      const candidates = [...new Set(this.#following(earlier))].filter(starts).sort();
      return { word, candidates };
    } catch (error) {
      if (!(error instanceof ApiError)) this.options.failed(error);
      return { word, candidates: [] };
    }
  }

  #following(earlier: readonly string[]): string[] {
    const longer = this.#commands.filter((each) => each.words.length > earlier.length && beginsWith(each, earlier));
    const words = longer.map((each) => each.words[earlier.length] ?? '').filter((each) => !each.startsWith('/'));
    const command = this.#commands.find((each) => each.words.length === earlier.length && beginsWith(each, earlier));
    return command ? [...words, ...this.#objects(command)] : words;
  }

  /** The numbers of outlets, ids of groups or names of settings that the caller may see. */
  #objects({ completes }: ShellCommand): string[] {
    const { caller, services } = this.options;
    const { access } = caller;
    switch (completes) {
      case 'outlets':
        return services(OutletsService)
          .visibleTo(access)
          .map(({ index }) => String(index));
      case 'groups':
        return access.can('viewOutletGroups')
          ? services(GroupsService)
              .list(access)
              .map(({ id }) => id)
          : [];
      case 'settings':
        return Object.keys(settingsOf({ caller, service: services } as CommandContext));
      case undefined:
        return [];
    }
  }

  #find(words: readonly Word[]): { command: ShellCommand; rest: readonly Word[] } | { answer: Answer } {
    const [first] = words;
    if (first && DOLLAR_COMMAND.test(first.text)) return { command: DOLLAR, rest: words };
    const typed = words.map(({ text }) => text);
    const [command] = this.#commands
      .filter((each) => beginsWith({ words: typed }, each.words))
      .sort((one, other) => other.words.length - one.words.length);
    if (command) return { command, rest: words.slice(command.words.length) };
    const below = this.#commands.filter((each) => beginsWith(each, typed));
    if (below.length > 0) return { answer: { lines: helpLines(below) } };
    return { answer: { refusals: ['Invalid command'], status: EXIT.unknownCommand } };
  }

  async #carryOut(command: ShellCommand, words: readonly Word[]): Promise<Answer> {
    const { caller, dialogue, services, needsNewPassword } = this.options;
    if (caller.hasEnded) throw new ApiError('NOT_SIGNED_IN');
    if (needsNewPassword() && !BEFORE_PASSWORD_CHANGE.has(command.words.join(' '))) {
      return { refusals: [CHANGE_PASSWORD], status: EXIT.refused };
    }
    const input = inputOf(words, command);
    const right = typeof command.right === 'function' ? command.right(input) : command.right;
    const context: CommandContext = {
      ...input,
      caller,
      dialogue,
      commands: this.#commands,
      service: right === 'free' ? noService(command) : services,
      run: (line) => this.run(line),
    };
    this.#assertAllowed(right, command, context);
    return command.run(context);
  }

  #assertAllowed(right: Right, command: ShellCommand, context: CommandContext): void {
    if (right === 'free') return;
    const params: Record<string, string> = command.owner ? { userId: command.owner(context) } : {};
    assertAccess(right, context.caller, params, this.options.services(PduDriver).model);
  }
}

/** A command that names no right reaches no service: that would be a command that nobody has to be allowed. */
const noService = (command: ShellCommand) => (): never => {
  throw new Error(`The command "${command.words.join(' ')}" names no right, so it gets no service.`);
};

/** Too few or too many arguments. */
class ArityError extends UsageError {}

function inputOf(
  words: readonly Word[],
  { arity: [min, max] = [0, 0], options, words: name }: ShellCommand,
): CommandInput {
  const separated = separateOptions(words, options);
  const { args } = separated;
  if (args.length < min) throw new ArityError(`${name.join(' ')} needs more arguments.`);
  if (args.length > max) throw new ArityError(`${name.join(' ')} does not take that many arguments.`);
  return {
    ...separated,
    arg: (place) => args[place]?.text,
    rest: (place) =>
      args
        .slice(place)
        .map(({ text }) => text)
        .join(' '),
  };
}
