import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FAILED, type Command } from './command.js';

export const BUNDLE: Command = {
  name: 'bundle',
  parameters: '[--out <folder>] [--version <version>]',
  summary: 'makes a release and a signed firmware bundle; only in a source tree that is built',

  async run(args, { root, warn }) {
    const script = join(root, 'scripts/bundle.mjs');
    if (!existsSync(script)) {
      warn(`There is no source tree in ${root}: a release cannot make another one.`);
      return FAILED;
    }
    const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? FAILED));
    });
  },
};
