import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Millis } from '../common/clock.js';
import type { Delivery } from '../outbound/delivery.js';
import { withTimeLimit } from '../common/time-limit.js';
import { printable } from '../common/text.js';
import { codeOf, permanentFailure } from '../outbound/delivery.js';

const MAX_OUTPUT = 4096;
/** The time for output that is still on its way when the program has ended, ms. */
const LAST_OUTPUT: Millis = 500;
/** The environment of the adapter: nothing of the controller's own, which may contain a password. */
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };

/**
 * The program with which an installation lets the controller change its host system. It is started without a shell with
 * one verb as argument, may read JSON from its standard input, and reports its result in a line and its exit code.
 */
export class HostAdapter {
  constructor(private readonly path: string) {}

  /**
   * Succeeds when the program ends with 0 within the limit; else kills it with all processes that it has started. A program in
   * the background that it leaves behind, such as a DHCP client, goes on.
   */
  async run(verb: string, limit: Millis, input?: object): Promise<Delivery> {
    try {
      // A process group of its own, so that its children end with it. Without memory for a process, this throws at once.
      const child = spawn(this.path, [verb], { env: ENVIRONMENT, cwd: '/', detached: true });
      const output = outputOf(child);
      child.stdin.on('error', () => undefined); // it need not read its input
      child.stdin.end(input === undefined ? '' : JSON.stringify(input));
      return await withTimeLimit(
        limit,
        async () => deliveryOf(await endOf(child), output()),
        () => {
          kill(child);
          return permanentFailure(
            `The host adapter did not end within ${limit / 1000} s and was killed${after(output())}.`,
          );
        },
      );
    } catch (error) {
      return permanentFailure(`The host adapter could not be started: ${whyNotStarted(error)}.`);
    }
  }
}

const NOT_STARTED: Readonly<Record<string, string>> = {
  ENOENT: 'the program is not there',
  EACCES: 'the controller may not run it, or it is no program',
  ENOEXEC: 'it is no program of this machine',
};

const whyNotStarted = (error: unknown): string =>
  NOT_STARTED[codeOf(error) ?? ''] ?? `the system refused it (${codeOf(error) ?? 'no reason given'})`;

/** The exit code or signal; rejects when the program could not be started. */
async function endOf(child: ChildProcessWithoutNullStreams): Promise<number | string> {
  const closed = once(child, 'close').catch(() => undefined);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  // Programs in the background may keep the output open for as long as they run.
  await withTimeLimit<unknown>(LAST_OUTPUT, () => closed, ignoreOutputOf(child));
  return code ?? signal ?? 'nothing';
}

/** Output that comes later is still read, because a program that cannot write any more would end, but nothing waits for it. */
const ignoreOutputOf =
  ({ stdout, stderr }: ChildProcessWithoutNullStreams) =>
  (): void => {
    for (const stream of [stdout, stderr]) (stream as Socket).unref();
  };

/** The output so far, of both streams. */
function outputOf(child: ChildProcessWithoutNullStreams): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(0, MAX_OUTPUT);
    });
  }
  return () => printable(text).replace(/\.$/, '');
}

function deliveryOf(end: number | string, output: string): Delivery {
  if (end === 0) return { delivered: true, detail: `The host adapter did it${after(output)}.` };
  return permanentFailure(`The host adapter ended with ${end}${after(output)}.`);
}

const after = (output: string): string => (output === '' ? '' : `: ${output}`);

function kill(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has just ended by itself.
  }
}
