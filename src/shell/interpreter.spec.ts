import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Access, type CallerWithAddress } from '../common/access.js';
import { API_ERRORS, type ApiErrorCode } from '../common/errors.js';
import { completePermissions } from '../roles/role-permissions.js';
import { COMMANDS } from './commands/index.js';
import type { Dialogue } from './commands/command.js';
import { exitStatusOf } from './exit-status.js';
import { Interpreter, type Services } from './interpreter.js';

const NOBODY: CallerWithAddress = {
  userId: '7',
  username: 'anna',
  access: new Access(completePermissions({}, { outlets: [] }), false),
  credential: { kind: 'ssh' },
  address: '192.0.2.7',
};
const SILENT: Dialogue = {
  isTerminal: false,
  preferences: { pager: true },
  reply: { closed: true, once: () => undefined },
  ask: async () => undefined,
  print: async () => undefined,
  pause: async () => false,
};

interface Reached {
  readonly errors: unknown[];
  readonly services: string[];
}

/** An interpreter whose services note that they were reached, and can do nothing. */
function anInterpreter(reached: Reached, needsNewPassword = false): Interpreter {
  const services: Services = (type) => {
    reached.services.push(type.name);
    if (type.name === 'PduDriver') return { model: { outlets: [], hasOutlets: true } } as never;
    throw new Error('This test has no services.');
  };
  return new Interpreter({
    caller: NOBODY,
    dialogue: SILENT,
    services,
    needsNewPassword: () => needsNewPassword,
    failed: (error) => reached.errors.push(error),
  });
}

const nothing = (): Reached => ({ errors: [], services: [] });

describe('the table of commands', () => {
  it('has each command once, with a sentence about it', () => {
    const names = COMMANDS.map(({ words }) => words.join(' '));
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
    expect(COMMANDS.filter(({ about }) => !/^[A-Z].*\.$/.test(about)).map(({ about }) => about)).toEqual([]);
  });

  it('names a right for every command that reaches a service', async () => {
    for (const command of COMMANDS.filter(({ right }) => right === 'free')) {
      const reached = nothing();
      for (const words of ['', '1', 'on', '1 whoami', 'off x y']) {
        await anInterpreter(reached).run(`${command.words.join(' ')} ${words}`);
      }
      // "watch whoami" runs another command, which names its own right.
      const own = command.words[0] === 'watch' ? [] : reached.services;
      expect([command.words, reached.errors.filter((error) => String(error).includes('no right')), own]).toEqual([
        command.words,
        [],
        [],
      ]);
    }
  });

  it('gives no service to a command without a right', async () => {
    const reached = nothing();
    const free = { words: ['sneak'], about: 'Reads.', right: 'free' } as const;
    const interpreter = new Interpreter({
      caller: NOBODY,
      dialogue: SILENT,
      services: () => ({}) as never,
      needsNewPassword: () => false,
      failed: (error) => reached.errors.push(error),
      commands: [{ ...free, run: (context) => context.service(class Anything {}) }],
    });
    expect(await interpreter.run('sneak')).toMatchObject({ status: 1 });
    expect(String(reached.errors[0])).toContain('names no right');
  });

  it('asks for the right before a service of the command is reached', async () => {
    const guarded = COMMANDS.filter(
      ({ right }) => typeof right === 'object' && right.kind === 'flags' && !('orOwn' in right),
    );
    expect(guarded.length).toBeGreaterThan(50);
    for (const { words, arity: [min] = [0] } of guarded) {
      const reached = nothing();
      const args = Array.from({ length: min }, () => '1').join(' ');
      const { status, refusals = [] } = await anInterpreter(reached).run(`${words.join(' ')} ${args}`);
      expect([words, status, refusals[0], reached.services]).toEqual([
        words,
        1,
        expect.stringMatching(/^Your role does not have the permission /),
        ['PduDriver'],
      ]);
    }
  });

  it('allows nothing but passwd, help and the end to a user who has to change the password', async () => {
    const allowed: string[] = [];
    for (const { words, arity: [min] = [0] } of COMMANDS) {
      const args = Array.from({ length: min }, () => '1').join(' ');
      const { refusals = [] } = await anInterpreter(nothing(), true).run(`${words.join(' ')} ${args}`);
      if (!refusals.some((each) => each.startsWith('Change your password first'))) allowed.push(words.join(' '));
    }
    expect(allowed.sort()).toEqual(['?', 'exit', 'help', 'logout', 'passwd', 'quit']);
  });
});

describe('a line', () => {
  it('of any content is answered, and moves nothing', async () => {
    const words = fc.constantFrom(
      ...COMMANDS.flatMap((each) => each.words),
      '$A3',
      '$a5',
      '--json',
      '--yes',
      '1',
      '"',
      ',',
    );
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(words, { maxLength: 6 }).map((list) => list.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        const { status = 0, lines = [], refusals = [] } = await anInterpreter(nothing()).run(text);
        expect([0, 1, 2, 127]).toContain(status);
        // eslint-disable-next-line no-control-regex
        expect([...lines, ...refusals].join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
      }),
      { numRuns: 2000 },
    );
  });

  it('that names a node of the tree gets its menu', async () => {
    const { lines = [] } = await anInterpreter(nothing()).run('system banks');
    expect(lines.map((each) => each.split('  ')[0])).toEqual([
      'system banks status',
      'system banks set bank_name <bank> <text>',
    ]);
  });

  it('is completed by the words that may follow', () => {
    const interpreter = anInterpreter(nothing());
    expect(interpreter.complete('show s').candidates).toEqual(['sensors', 'sessions']);
    expect(interpreter.complete('system outlets set outlet_n').candidates).toEqual(['outlet_name']);
    expect(interpreter.complete('nonsense ').candidates).toEqual([]);
  });
});

describe('the exit status', () => {
  it('of every error is 1, 2 or 3, and 3 says that the hardware is silent', () => {
    const codes = Object.keys(API_ERRORS) as ApiErrorCode[];
    const statuses = new Map(codes.map((code) => [code, exitStatusOf(code)]));
    expect([...statuses.values()].every((status) => [1, 2, 3].includes(status))).toBe(true);
    expect(codes.filter((code) => statuses.get(code) === 3)).toEqual(['HARDWARE_SILENT']);
    for (const code of [
      'NOT_ALLOWED',
      'OUTLET_NOT_ALLOWED',
      'OUTLET_PROTECTED',
      'RELAY_FAULT',
      'TOO_MANY_COMMANDS',
    ] as const) {
      expect([code, statuses.get(code)]).toEqual([code, 1]);
    }
    for (const code of codes.filter((each) => each.endsWith('_UNKNOWN') && API_ERRORS[each][0] === 404)) {
      const isOfHttp = /^(PATH|CERTIFICATE|SIGNING_REQUEST|SESSION|HISTORY|UNDO|WEBHOOK|PDU|FLEET|ENROLMENT)/.test(
        code,
      );
      expect([code, statuses.get(code)]).toEqual([code, isOfHttp ? 1 : 2]);
    }
  });
});
