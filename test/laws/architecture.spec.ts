import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SRC = join(import.meta.dirname, '../../src');

/** Rooms from the ground up; '' is src/ itself. A room may import the rooms before it, never one after it. */
const ROOMS = [
  'launcher', // starts a release; knows nothing of what is in it
  'kernel',
  'config',
  'http',
  'database',
  'audit',
  'hardware',
  'settings',
  'outbound',
  'syslog',
  'tls',
  'roles',
  'users',
  'auth',
  'power-cycles',
  'energy',
  'device',
  'inlets',
  'banks',
  'sensors',
  'outlets',
  'relay-outputs',
  'groups',
  'actions',
  'events',
  'history',
  'config-document',
  'legacy',
  'stream',
  'snmp-agent',
  'metrics',
  'health',
  'openapi',
  'system',
  'ui',
  'cli', // what `rackfeed` does on the machine
  '',
];

interface SourceFile {
  /** Path below src/, with slashes. */
  readonly path: string;
  readonly text: string;
}

const files: SourceFile[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => ({ path: name.split(sep).join('/'), text: readFileSync(join(SRC, name), 'utf8') }));

const roomOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

/** Paths below src/ that a file imports. */
const importsOf = ({ path, text }: SourceFile): string[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
    relative(SRC, join(SRC, path, '..', target))
      .split(sep)
      .join('/'),
  );

const offences = (offends: (file: SourceFile, target: string) => boolean): string[] =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((target) => offends(file, target))
      .map((target) => `${file.path} → ${target}`),
  );

describe('the rooms', () => {
  it('are all in the list', () => {
    expect([...new Set(files.map(({ path }) => roomOf(path)))].filter((room) => !ROOMS.includes(room))).toEqual([]);
  });

  it('import only rooms before them in the list', () => {
    const later = offences(({ path }, target) => ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(roomOf(path)));
    expect(later).toEqual([]);
  });

  it('reach hardware drivers only from the hardware room', () => {
    expect(
      offences(({ path }, target) => target.startsWith('hardware/drivers/') && roomOf(path) !== 'hardware'),
    ).toEqual([]);
  });
});

describe('time', () => {
  const MAY = /^kernel\/(clock|slices)\.ts$|^launcher\/|^hardware\/drivers\/|\/channels\//;
  const OWN_TIME = /\b(setTimeout|setInterval|setImmediate)\s*\(|\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/;

  it('is asked of the clock alone, but for the launcher, what gives way to others, and the time limits of drivers and channels', () => {
    const askers = files.filter(({ path, text }) => !MAY.test(path) && OWN_TIME.test(text)).map(({ path }) => path);
    expect(askers).toEqual([]);
  });

  it('beats in one place', () => {
    const beating = files.filter(({ text }) => /@(Interval|Cron|Timeout)\(/.test(text)).map(({ path }) => path);
    expect(beating).toEqual(['hardware/meter-poller.service.ts']);
  });
});

describe('the database', () => {
  it('is written through Db alone', () => {
    const writers = files
      .filter(
        ({ path, text }) => roomOf(path) !== 'database' && /InjectRepository|getRepository|\bDataSource\b/.test(text),
      )
      .map(({ path }) => path);
    expect(writers).toEqual([]);
  });
});

describe('relays', () => {
  it('are driven by relay control alone', () => {
    const drivers = files
      .filter(({ path }) => !path.startsWith('hardware/drivers/') && path !== 'hardware/pdu.driver.ts')
      .filter(({ text }) => /\.(setOutlets|setRelayOutput|setHubRelay)\(/.test(text))
      .map(({ path }) => path);
    expect(drivers).toEqual(['hardware/relay-control.service.ts']);
  });
});
