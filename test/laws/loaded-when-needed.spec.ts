import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SRC = join(import.meta.dirname, '../../src');

/** Large libraries that most controllers never use: what loads them at the start costs every one of them. */
const RARE = ['nodemailer', 'undici', 'net-snmp', 'ssh2', 'modbus-serial', 'multer', 'selfsigned', 'prom-client'];

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.spec|\.d)\.ts$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), 'utf8') }));

/** Files that import a library, as more than types, before anything of it is needed. */
const loading = (library: string): string[] =>
  files
    .filter(({ text }) => new RegExp(`^import (?!type )[^;]*from '${library}[/']|^import '${library}`, 'm').test(text))
    .map(({ name }) => name);

describe('a library that few need', () => {
  it.each(RARE)('is loaded when it is needed: %s', (library) => {
    expect(loading(library)).toEqual([]);
  });

  it('is told from one that is loaded at the start', () => {
    expect(loading('@nestjs/common').length).toBeGreaterThan(10);
  });
});
