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
  'pg',
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

  it('is not the only part: a controller loads nothing of a hub', () => {
    const isOfHub = (path: string) => /^hub([./]|$)/.test(path);
    const loaded = ({ path, text }: (typeof files)[number]) =>
      [...text.matchAll(/^import (?!type )[^;]*from '(\.[^']+)'/gm)].map(([, target = '']) => join(path, '..', target));
    const loadingHub = files
      .filter((file) => !isOfHub(file.path) && loaded(file).some(isOfHub))
      .map(({ path }) => path);
    expect(loadingHub).toEqual([]);
  });

  it('is not the only part: a controller loads nothing of a collector', () => {
    const isOfCollector = (path: string) => /^collector([./]|$)/.test(path);
    const parts = /^import (?!type )[^;]*from '\.[^']*(\/collector(\.module)?\.js|\/collector\/[^']*)'/m;
    const loadingCollector = files
      .filter(({ path, text }) => !isOfCollector(path) && parts.test(text))
      .map(({ path }) => path);
    expect(loadingCollector).toEqual([]);
  });

  it('is not the only part either of the link to a hub: it is loaded in a controller that has one', () => {
    const parts =
      /^import (?!type )[^;]*from '\.[^']*(fleet-agent(\.module)?|fleet-link|enrolment(\.service)?|senders)\.js'/m;
    const isOfLink = /^(hub\/|fleet-link\/(fleet-agent(\.module)?\.ts|enrolment\/|link\/|sending\/))/;
    const loadingLink = files
      .filter(({ path, text }) => !isOfLink.test(path) && parts.test(text))
      .map(({ path }) => path);
    expect(loadingLink).toEqual([]);
    const wire = /^import (?!type )[^;]*from '\.[^']*\/fleet-wire\//m;
    const isOfFleet =
      /^(fleet-wire|hub|fleet-link\/(link|sending|enrolment|events\/(event-sender|raised-events)))(\/|\.ts)/;
    expect(files.filter(({ path, text }) => !isOfFleet.test(path) && wire.test(text)).map(({ path }) => path)).toEqual(
      [],
    );
  });

  it('is distinguished from one that is loaded at the start', () => {
    expect(loading('@nestjs/common').length).toBeGreaterThan(10);
  });
});
