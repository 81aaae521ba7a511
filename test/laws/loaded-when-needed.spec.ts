import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SRC = join(import.meta.dirname, '../../src');

/** Large libraries that most controllers never use: loading them at the start costs memory on every controller. */
const RARE = ['nodemailer', 'undici', 'net-snmp', 'ssh2', 'modbus-serial', 'multer', 'selfsigned', 'prom-client'];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.spec|\.d)\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), 'utf8') }));

/** Files that import a library, not only its types, before it is needed. */
const loading = (library: string): string[] =>
  files
    .filter(({ text }) => new RegExp(`^import (?!type )[^;]*from '${library}[/']|^import '${library}`, 'm').test(text))
    .map(({ name }) => name);

describe('a rarely used library', () => {
  it.each(RARE)('is loaded when it is needed: %s', (library) => {
    expect(loading(library)).toEqual([]);
  });

  it('is distinguished from one that is loaded at the start', () => {
    expect(loading('@nestjs/common').length).toBeGreaterThan(10);
  });
});
