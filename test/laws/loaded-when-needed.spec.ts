import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../support/source-files.js';

const SRC = join(import.meta.dirname, '../../src');

/** Large libraries that most controllers never use: loading them at the start costs memory on every controller. */
const RARE = [
  'nodemailer',
  'undici',
  'net-snmp',
  'ssh2',
  'mqtt',
  'modbus-serial',
  'aedes',
  '@peculiar/x509',
  'multer',
  'selfsigned',
  'prom-client',
];

const files = sourceFiles(SRC, /(?<!\.spec|\.d)\.ts$/);

/** Files that import a library, not only its types, before it is needed. */
const loading = (library: string): string[] =>
  files
    .filter(({ text }) => new RegExp(`^import (?!type )[^;]*from '${library}[/']|^import '${library}`, 'm').test(text))
    .map(({ path }) => path);

describe('a rarely used library', () => {
  it.each(RARE)('is loaded when it is needed: %s', (library) => {
    expect(loading(library)).toEqual([]);
  });

  it('is not the only part: the code that answers Modbus is loaded when its server is switched on', () => {
    const loadingUnit = files
      .filter(({ text }) => /^import (?!type )[^;]*from '\.[^']*modbus-(unit\.module|session)\.js'/m.test(text))
      .map(({ path }) => path);
    expect(loadingUnit).toEqual([]);
  });

  it('is not the only part either of Redfish: what answers it is loaded when it is switched on', () => {
    const parts =
      /^import (?!type )[^;]*from '\.[^']*(redfish-service\.module|redfish\.service|resources\/index)\.js'/m;
    const isOfService = /^redfish\/(redfish-service\.module|redfish\.service|resources\/)/;
    const loadingService = files
      .filter(({ path, text }) => !isOfService.test(path) && parts.test(text))
      .map(({ path }) => path);
    expect(loadingService).toEqual([]);
  });

  it('is distinguished from one that is loaded at the start', () => {
    expect(loading('@nestjs/common').length).toBeGreaterThan(10);
  });
});
