import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { remarksOnly } from './cli/remarks-only.js';
import type { CommandCall } from './cli/run-release.js';
import { run } from './cli/run.js';
import { loadApp } from './load-app.js';

/** Runs a command in this process; answers its exit code. */
export function runCommand({ args, environment, root }: CommandCall): Promise<number> {
  const remark = (line: string): void => console.error(line);
  return run(args, {
    root,
    environment,
    say: (line) => console.log(line),
    remark,
    input: () => text(process.stdin),
    secret: askForSecret,
    load: (config) => loadApp(config, remarksOnly(remark)),
  });
}

async function askForSecret(question: string, twice: boolean): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/)[0] ?? '';
  const secret = await askHidden(question);
  if (twice && (await askHidden(`${question} (again)`)) !== secret) throw new Error('The two are not the same.');
  return secret;
}

/** Nothing of what is typed appears. */
async function askHidden(question: string): Promise<string> {
  process.stderr.write(`${question}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const [line] = (await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [''])])) as [string];
  lines.close();
  process.stderr.write('\n');
  return line;
}
