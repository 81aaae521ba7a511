/** The driver file of docs/hardware.md, as it stands there, and the relays that it switches. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../../../docs/hardware.md');
const OUTLETS = 8;

export interface ExampleDriver {
  readonly environment: Readonly<Record<'RACKFEED_MODEL' | 'RACKFEED_DRIVER' | 'RELAY_FOLDER', string>>;
  /** Content of the relays' files, one character for each. */
  relays(): string;
}

/** Writes the driver into this folder, with all relays on. */
export function writeExampleDriver(folder: string): ExampleDriver {
  const [, code = '', name = ''] = /```js\n(\/\/ (\S+\.mjs):[^]*?)```/.exec(readFileSync(PAGE, 'utf8')) ?? [];
  const file = join(folder, name);
  writeFileSync(file, code);
  const relays = join(folder, 'relays');
  mkdirSync(relays);
  const files = Array.from({ length: OUTLETS }, (_, place) => join(relays, `relay${place + 1}`));
  for (const relay of files) writeFileSync(relay, '1');
  return {
    environment: { RACKFEED_MODEL: 'switched-8', RACKFEED_DRIVER: file, RELAY_FOLDER: relays },
    relays: () => files.map((relay) => readFileSync(relay, 'utf8')).join(''),
  };
}
