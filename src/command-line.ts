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
    load: (config) => loadApp(config, remarksOnly(remark)),
  });
}
