import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Interrupted, warningsOnly, type Program } from './command.js';
import type { CommandCall } from './run-release.js';
import { run } from './run.js';
import type { INestApplication, LoggerService } from '@nestjs/common';
import type { RuntimeConfig } from '../config/runtime-config.js';

/** The controllers that a command may load or start in this process. */
export interface Controllers extends Pick<Program, 'create' | 'listen' | 'brokerSetup'> {
  /** Loads the application without starting it. */
  load(config: RuntimeConfig, logger: LoggerService): Promise<INestApplication>;
}

/** Runs a command in this process; returns its exit code. */
export function runCommand({ args, environment, root }: CommandCall, controllers: Controllers): Promise<number> {
  const warn = (line: string): void => console.error(line);
  return run(args, {
    root,
    environment,
    say,
    warn,
    input: () => text(process.stdin),
    secret: askForSecret,
    load: (config) => controllers.load(config, warningsOnly(warn)),
    brokerSetup: controllers.brokerSetup,
    create: (config, options) => controllers.create(config, options),
    listen: (app, config) => controllers.listen(app, config),
  });
}

/**
 * Prints a line. The console ignores that a disk is full, and would leave a document that is cut off with the exit code 0. A
 * reader of a pipe may stop reading: that is no failure.
 */
function say(line: string): void {
  const isPipe = process.stdout instanceof Socket;
  if (isPipe) console.log(line);
  else writeFileSync(process.stdout.fd, `${line}\n`);
}

async function askForSecret(question: string, twice: boolean): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? '';
  const secret = await askHidden(question);
  if (twice && (await askHidden(`${question} (again)`)) !== secret) throw new Error('The two entries differ.');
  return secret;
}

/** Asks for a line without an echo of the typed characters. Throws {@link Interrupted} at Ctrl-C. */
async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  process.stderr.write(`${question}: `); // now that nothing typed is echoed
  const interrupted = once(lines, 'SIGINT').then(() => Promise.reject(new Interrupted()));
  const ended = once(lines, 'close').then(() => Promise.reject(new Error('Nothing was entered.')));
  try {
    const [line] = (await Promise.race([once(lines, 'line'), interrupted, ended])) as [string];
    return line;
  } finally {
    lines.close(); // the terminal is as it was
    process.stderr.write('\n');
  }
}
