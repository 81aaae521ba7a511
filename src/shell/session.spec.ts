import { Duplex, Writable } from 'node:stream';
import type { ServerChannel } from 'ssh2';
import { describe, expect, it } from '@jest/globals';
import { Access } from '../common/access.js';
import { yieldNow } from '../common/time-slices.js';
import { completePermissions } from '../roles/role-permissions.js';
import type { ShellCommand } from './commands/command.js';
import { MAX_BACKLOG, ShellSession } from './session.js';

/** The channel of a client that sends what the test gives it, and keeps what it gets. */
class FakeChannel extends Duplex {
  output = '';
  readonly stderr = new Writable({ write: (_, __, done) => done() });

  override _read(): void {
    return;
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.output += chunk.toString();
    done();
  }

  exit(): void {
    return;
  }

  /** The number of times that a text is in the output. */
  countOf(text: string): number {
    return this.output.split(text).length - 1;
  }
}

/** Resolves when it is so; other work runs meanwhile. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await yieldNow();
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await yieldNow();
}

/** A shell, with a terminal or without one, whose client takes output as the test says. */
function aShell({
  isTerminal = true,
  backlog = (): number => 0,
  commands = [] as readonly ShellCommand[],
} = {}): FakeChannel {
  const channel = new FakeChannel();
  const session = new ShellSession(channel as object as ServerChannel, {
    caller: {
      userId: '7',
      username: 'anna',
      access: new Access(completePermissions({}, { outlets: [] }), false),
      credential: { kind: 'ssh' },
      address: '192.0.2.7',
    },
    services: () => {
      throw new Error('This test has no services.');
    },
    terminal: isTerminal ? { columns: 80, rows: 24 } : undefined,
    prompt: () => '> ',
    greeting: () => 'Hello.',
    needsNewPassword: () => false,
    uptime: () => 0,
    backlog,
    onCommand: () => undefined,
    onInput: () => undefined,
    failed: () => undefined,
    commands,
  });
  void session.shell();
  return channel;
}

const KEYS = 1000;

describe('a client that sends thousands of keys at once', () => {
  it.each([
    ['Tab', '\t', '\x07', true],
    ['Enter', '\r', '> ', true],
    ['ctrl-C', '\x03', '^C', true],
    ['ctrl-A at a full line, and a letter', 'a\x01', '\x07', true],
    ['lines to a shell without a terminal', '\n', '> ', false],
  ])('holds up nothing else: %s', async (_, key, mark, isTerminal) => {
    const channel = aShell({ isTerminal });
    if (mark === '\x07' && key !== '\t') channel.push('x'.repeat(1000));
    await turns(3);
    channel.push(key.repeat(KEYS));
    await turns(5);
    expect(channel.countOf(mark)).toBeLessThan(KEYS / 10);
    await until(() => channel.countOf(mark) >= KEYS);
  });

  it('waits while it does not read what they print', async () => {
    let unread = 0;
    const channel = aShell({ backlog: () => unread });
    await turns(3);
    unread = MAX_BACKLOG + 1;
    channel.push('\t'.repeat(KEYS));
    await turns(50);
    expect(channel.countOf('\x07')).toBeLessThan(KEYS / 10);
    unread = 0;
    channel.emit('drain');
    await until(() => channel.countOf('\x07') === KEYS);
  });

  it('is read again when they were a line without an end behind a command', async () => {
    let end = (): void => undefined;
    const running = new Promise<void>((resolve) => (end = resolve));
    const wait: ShellCommand = {
      words: ['wait'],
      about: 'Waits.',
      right: 'free',
      run: async () => {
        await running;
        return { lines: ['done'] };
      },
    };
    const channel = aShell({ commands: [wait] });
    channel.push('wait\r');
    await turns(3);
    for (let piece = 0; piece < 5; piece++) channel.push('x'.repeat(20_000));
    await until(() => channel.isPaused());
    end();
    await until(() => !channel.isPaused());
    channel.push('\r');
    await until(() => channel.output.includes('Invalid command'));
  });
});
