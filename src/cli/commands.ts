import { APPLY } from './apply.js';
import { BACKUP } from './backup.js';
import { CHECK_CONFIG } from './check-config.js';
import { type Command, DONE, FAILED, UsageError } from './command.js';
import { DEMO } from './demo/demo.js';
import { HEALTH } from './health.js';
import { HUB } from './hub/hub.js';
import { RESET_PASSWORD } from './reset-password.js';
import { RESTORE } from './restore.js';
import { VERSION } from '../common/version.js';
import { parseArgs } from 'node:util';
import { probeProfile } from '../hardware/probe-command.js';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigExportService } from '../configuration/config-export.service.js';
import { withStoredData } from './stored.js';

const EXPORT: Command = {
  name: 'export',
  parameters: '',
  summary: 'print the configuration as a document without secrets; the controller may be running',

  async run(args, program) {
    parseArgs({ args: [...args], options: {} });
    const document = await withStoredData(program, async (app) =>
      app.get(ConfigExportService, { strict: false }).plain(),
    );
    program.say(JSON.stringify(document, null, 2));
    const { length } = document.secretsLeftOut ?? [];
    if (length > 0) program.warn(`Secrets left out: ${length}. POST /api/config/export includes them, encrypted.`);
    return DONE;
  },
};

const BUNDLE: Command = {
  name: 'bundle',
  parameters: '[--out <folder>] [--version <version>]',
  summary: 'build a release and a signed firmware bundle; only in a built source tree',

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

const PROBE: Command = {
  name: 'probe',
  parameters: '<profile>',
  summary: 'connect to the hardware of a profile, read it once and print every point with its value and unit',

  async run(args, { say }) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    const [profile] = positionals;
    if (profile === undefined || positionals.length > 1) throw new UsageError('Name one profile file.');
    const { lines, complete } = await probeProfile(profile);
    for (const line of lines) say(line);
    return complete ? DONE : FAILED;
  },
};

const VERSION_COMMAND: Command = {
  name: 'version',
  parameters: '',
  summary: 'print the version of the release and its folder',

  run(_, { root, say }) {
    say(`rackfeed ${VERSION} (${root}; node ${process.version}, ${process.platform}-${process.arch})`);
    return Promise.resolve(DONE);
  },
};

/** Every subcommand of `rackfeed`. */
export const COMMANDS: readonly Command[] = [
  RESET_PASSWORD,
  CHECK_CONFIG,
  EXPORT,
  APPLY,
  BACKUP,
  RESTORE,
  BUNDLE,
  PROBE,
  HEALTH,
  HUB,
  DEMO,
  VERSION_COMMAND,
];
