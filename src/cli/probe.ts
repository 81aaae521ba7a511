import { parseArgs } from 'node:util';
import { probeProfile } from '../hardware/probe-command.js';
import { DONE, FAILED, UsageError, type Command } from './command.js';

export const PROBE: Command = {
  name: 'probe',
  parameters: '<profile>',
  summary: 'connects to the hardware of a profile, reads once, prints every point with its value and unit',

  async run(args, { say }) {
    const { positionals } = parseArgs({ args: [...args], options: {}, allowPositionals: true });
    const [profile] = positionals;
    if (profile === undefined || positionals.length > 1) throw new UsageError('Name one profile file.');
    const { lines, complete } = await probeProfile(profile);
    for (const line of lines) say(line);
    return complete ? DONE : FAILED;
  },
};
