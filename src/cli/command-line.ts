import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { warningsOnly, type Program } from './command.js';
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

/** Asks for a line without an echo of the typed characters. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(`${question}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [''])])) as [string];
  lines.close();
  process.stderr.write('\n');
  return line;
}
