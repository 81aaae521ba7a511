import type { Type } from '@nestjs/common';
import { routeRulesOf } from '../../auth/admission.js';
import type { CallerWithAddress, RouteAccess } from '../../common/access.js';
import type { Reply } from '../../system/reboot.service.js';
import type { OptionName, Word } from '../parse.js';
import { UsageError } from '../parse.js';

/** The output of a command, and the exit status where it is not 0. */
export interface Answer {
  /** Standard output. */
  readonly lines?: readonly string[];
  /** Standard error. */
  readonly refusals?: readonly string[];
  readonly status?: number;
  /** True for a command after which the session ends. */
  readonly ends?: boolean;
}

/** The terminal or the stream of lines behind a session. */
export interface Dialogue {
  /** True for a terminal, on which a secret is not shown. */
  readonly isTerminal: boolean;
  /** Asks for a line; undefined when there is none: in an exec request, or after ctrl-C. */
  ask(prompt: string, options?: { readonly secret?: boolean }): Promise<string | undefined>;
  /** Prints lines while a command still runs. */
  print(lines: readonly string[]): Promise<void>;
  /** Waits for whole seconds; false when a key has ended it, or the session has ended. */
  pause(seconds: number): Promise<boolean>;
  /** The stream of the answer, for work that waits until it has been sent. */
  readonly reply: Reply;
  /** Lists of this session only. */
  readonly preferences: { pager: boolean };
}

/** The arguments of a command and the services that it may use. */
export interface CommandContext extends CommandInput {
  readonly caller: CallerWithAddress;
  readonly dialogue: Dialogue;
  /** Every command of the shell. */
  readonly commands: readonly ShellCommand[];
  /** A service of the application; a command that names no right gets none. */
  service<T>(type: Type<T> | AbstractType<T>): T;
  /** Runs another command line with its own right. */
  run(line: string): Promise<Answer>;
}

/** An abstract class that stands for its provider. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- the type that Nest has for it
export type AbstractType<T> = Function & { prototype: T };

/** The words behind those of the command. */
export interface CommandInput {
  readonly args: readonly Word[];
  readonly options: ReadonlyMap<OptionName, string>;
  /** The text of an argument; undefined where there is none. */
  arg(place: number): string | undefined;
  /** The arguments from this place on as one text. */
  rest(place: number): string;
}

/** `free`: it uses no service; else the access rule of the route that does the same over HTTP. */
export type Right = 'free' | RouteAccess;

/** One command of the shell. */
export interface ShellCommand {
  /** The words that it begins with. */
  readonly words: readonly string[];
  /** Its arguments as help shows them; none by default. */
  readonly usage?: string;
  readonly about: string;
  /** A function where the arguments decide between reading and changing. */
  readonly right: Right | ((input: CommandInput) => Right);
  /** The smallest and the largest number of arguments; none by default. */
  readonly arity?: readonly [min: number, max: number];
  readonly options?: readonly OptionName[];
  /** The user whose object it is, for a right that the owner has too. */
  readonly owner?: (context: CommandContext) => string;
  /** Completes its first argument. */
  readonly completes?: 'outlets' | 'groups' | 'settings';
  readonly run: (context: CommandContext) => Answer | Promise<Answer>;
}

/** The access rule of a route, for the command that does the same. */
export function rightOf<Controller extends object>(
  controller: Type<Controller>,
  handler: keyof Controller & string,
): RouteAccess {
  const rules = routeRulesOf(Reflect.get(controller.prototype as object, handler), controller);
  if (!rules) throw new Error(`${controller.name}.${handler} has no access rule.`);
  return rules.access;
}

/** The options of a command that switches. */
export const SWITCHING_OPTIONS: readonly OptionName[] = ['confirm', 'reason'];

/** The remarks of a command that switches, from its options, as members of a body. */
export const remarksOf = ({ options }: CommandInput) => ({
  ...(options.has('confirm') && { confirm: true }),
  ...(options.has('reason') && { reason: options.get('reason') }),
});

export const MANY = Infinity;

/** The argument that a command needs. */
export function needed(context: CommandInput, place: number, name: string): string {
  const text = context.arg(place);
  if (text === undefined) throw new UsageError(`Name ${name}.`);
  return text;
}

/** Asks before something that cannot be undone: on a terminal by a question, elsewhere by `--yes`. */
export async function assertConfirmed({ options, dialogue }: CommandContext, question: string): Promise<void> {
  if (options.has('yes')) return;
  if (!dialogue.isTerminal) throw new UsageError('Send --yes to confirm.');
  const answer = await dialogue.ask(`${question} [y/n] `);
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) throw new UsageError('Nothing was done.');
}
