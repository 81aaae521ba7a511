import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles, type SourceFile } from '../support/source-files.js';

const ROOT = join(import.meta.dirname, '../..');

/** Modules from the ground up; '' is src/ itself. A module may import the modules before it, never one after it. */
const MODULES = [
  'launcher', // starts a release without knowledge of its content
  'common',
  'metrics', // only the registry, the text and the route: each module registers its own
  'logging',
  'config',
  'http',
  'database',
  'audit',
  'kernel', // what every kind of process has: its clock
  'readings-format', // the bytes of stored and sent readings
  'hardware',
  'settings',
  'outbound',
  'probes',
  'host',
  'syslog',
  'tls',
  'roles',
  'users',
  'auth',
  'switching',
  'energy',
  'device',
  'inlets',
  'banks',
  'sensors',
  'outlets',
  'relay-outputs',
  'groups',
  'timeline',
  'actions',
  'outbox', // what waits for webhooks and subscribers
  'events',
  'webhooks',
  'history',
  'capacity',
  'backtest',
  'energy-report',
  'configuration',
  'fleet-wire', // the messages between a hub and its controllers: pure
  'fleet-link', // a controller as a part of a fleet
  'protocols',
  'legacy',
  'snmp',
  'nut',
  'modbus',
  'stream', // the readers of a live stream, of a controller or of a hub
  'pdu-stream', // what those of a controller read
  'health',
  'openapi',
  'system',
  'shell',
  'redfish',
  'mqtt',
  'ui',
  'hub', // what a hub has besides
  'collector', // many controllers in one process
  'cli', // the `rackfeed` command on the machine
  '',
];

/** The same list for the browser UI, below web/src. */
const WEB_FOLDERS = [
  'language',
  'translation',
  'api',
  'live',
  'components',
  'session',
  'pages',
  'app',
  'hub',
  'worker',
  '',
];

/** A source folder and the order of the folders in it. */
class SourceTree {
  readonly files: readonly SourceFile[];

  constructor(
    private readonly root: string,
    private readonly order: readonly string[],
  ) {
    this.files = sourceFiles(root, /(?<!\.spec)\.tsx?$/);
  }

  get folders(): string[] {
    return [...new Set(this.files.map(({ path }) => folderOf(path)))].sort();
  }

  /** Imports of folders that come after the importer's own. */
  get laterImports(): string[] {
    const place = (path: string): number => this.order.indexOf(folderOf(path));
    return this.offences(({ path }, target) => place(target) > place(path));
  }

  offences(offends: (file: SourceFile, target: string) => boolean): string[] {
    return this.files.flatMap((file) =>
      this.#importsOf(file)
        .filter((target) => offends(file, target))
        .map((target) => `${file.path} → ${target}`),
    );
  }

  /** Paths below the source folder that a file imports. */
  #importsOf({ path, text }: SourceFile): string[] {
    return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) =>
      relative(this.root, join(this.root, path, '..', target))
        .split(sep)
        .join('/'),
    );
  }
}

const folderOf = (path: string): string => (path.includes('/') ? (path.split('/')[0] ?? '') : '');

const server = new SourceTree(join(ROOT, 'src'), MODULES);
const web = new SourceTree(join(ROOT, 'web/src'), WEB_FOLDERS);
const { files } = server;

describe('the modules', () => {
  it('are those of the list: none is missing in either', () => {
    expect(server.folders).toEqual([...MODULES].sort());
    expect(web.folders).toEqual([...WEB_FOLDERS].sort());
  });

  it('import only modules before them in the list', () => {
    expect(server.laterImports).toEqual([]);
    expect(web.laterImports).toEqual([]);
  });

  it('are drawn in this order in docs/architecture.md, the last of the list on top', () => {
    const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
    const groups = Array.from(page.matchAll(/<br\/>([^"]+)"\]/g), ([, names = '']) => names.split(' · '));
    const drawn = groups.toReversed().flat();
    expect(drawn.filter((name) => !name.endsWith('.ts'))).toEqual(MODULES.filter((name) => name !== ''));
  });

  it('translate for other programs and are imported by the application alone: the protocol servers', () => {
    const servers = /^(snmp|shell|nut|modbus|redfish|mqtt)\//;
    const users = server.offences(
      ({ path }, target) => servers.test(target) && folderOf(path) !== folderOf(target) && path !== 'app.module.ts',
    );
    expect(users).toEqual([]);
  });

  it('know no hardware where a process without hardware needs them too', () => {
    const WITHOUT_HARDWARE = ['settings', 'outbound', 'probes', 'host', 'syslog', 'tls', 'roles', 'users', 'auth'];
    const knowing = server.offences(
      ({ path }, target) =>
        [...WITHOUT_HARDWARE, 'configuration', 'kernel', 'stream', 'health', 'openapi', 'ui', 'hub'].includes(
          folderOf(path),
        ) && folderOf(target) === 'hardware',
    );
    expect(knowing).toEqual([]);
  });

  it('know neither controller nor hub where both use them: the messages of a fleet', () => {
    const knowing = server.offences(
      ({ path }, target) =>
        folderOf(path) === 'fleet-wire' && !['fleet-wire', 'readings-format', 'common'].includes(folderOf(target)),
    );
    expect(knowing).toEqual([]);
  });

  it('belong to a hub alone, or are used by both: no module of a controller knows the hub', () => {
    const knowing = server.offences(
      ({ path }, target) =>
        folderOf(path) !== 'hub' && folderOf(target) === 'hub' && !/^hub(\.module)?\.ts$/.test(path),
    );
    expect(knowing).toEqual([]);
  });

  it('are all that a hub has: it loads nothing that needs hardware', () => {
    const OF_BOTH = [
      ...['common', 'metrics', 'logging', 'config', 'http', 'database', 'audit', 'kernel', 'readings-format'],
      ...['settings', 'outbound', 'host', 'syslog', 'tls', 'roles', 'users', 'auth', 'configuration', 'fleet-wire'],
      ...['stream', 'health', 'openapi', 'ui', 'hub', ''],
    ];
    const needing = server.offences(
      ({ path }, target) =>
        (path === 'hub.module.ts' || folderOf(path) === 'hub') && !OF_BOTH.includes(folderOf(target)),
    );
    expect(needing).toEqual([]);
  });

  it('use hardware drivers only in the hardware module', () => {
    const reaching = server.offences(
      ({ path }, target) => target.startsWith('hardware/drivers/') && folderOf(path) !== 'hardware',
    );
    expect(reaching).toEqual([]);
  });

  it('leave in src/ itself the entry, the server, and the application and root module of each role', () => {
    const own = files.map(({ path }) => path).filter((path) => folderOf(path) === '');
    expect(own.sort()).toEqual([
      ...['app.module.ts', 'app.ts', 'application.ts', 'collector.module.ts', 'collector.ts'],
      ...['hub.module.ts', 'hub.ts', 'main.ts', 'server.ts'],
    ]);
  });
});

describe('time', () => {
  const MAY = /^common\/(clock|time-slices|time-limit)\.ts$|^launcher\/|^hardware\/drivers\/|\/channels\//;
  const OWN_TIME = /\b(setTimeout|setInterval|setImmediate)\s*\(|\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(/;

  it('is read from the clock only, except in the launcher, cooperative work, and time limits of drivers and channels', () => {
    const askers = files.filter(({ path, text }) => !MAY.test(path) && OWN_TIME.test(text)).map(({ path }) => path);
    expect(askers).toEqual([]);
  });

  it('has one interval timer in a controller, and one in a hub or a collector', () => {
    const beating = files.filter(({ text }) => /@(Interval|Cron|Timeout)\(/.test(text)).map(({ path }) => path);
    expect(beating).toEqual(['hardware/meter-poller.service.ts', 'kernel/interval-ticks.service.ts']);
  });
});

describe('the database', () => {
  it('is written through Db only', () => {
    const writers = files
      .filter(
        ({ path, text }) => folderOf(path) !== 'database' && /InjectRepository|getRepository|\bDataSource\b/.test(text),
      )
      .map(({ path }) => path);
    expect(writers).toEqual([]);
  });
});

describe('relays', () => {
  it('are driven by relay control only', () => {
    const drivers = files
      .filter(({ path }) => !path.startsWith('hardware/drivers/') && path !== 'hardware/pdu.driver.ts')
      .filter(({ text }) => /\.(setOutlets|setRelayOutput|setHubRelay)\(/.test(text))
      .map(({ path }) => path);
    expect(drivers).toEqual(['hardware/relays/relay-control.service.ts']);
  });

  it('are commanded by switching only: nobody else has relay control, except to register a check', () => {
    const users = files
      .filter(({ text }) => text.includes('/relay-control.service.js'))
      .map(({ path }) => path)
      .filter((path) => path !== 'hardware/hardware.module.ts');
    expect(users).toEqual([
      'outlets/outlet-policy.service.ts',
      'switching/power-cycle-runner.ts',
      'switching/relay-commands.ts',
    ]);
  });

  it('are commanded from within the command queue only, which hands out the commands and nobody injects', () => {
    const users = files
      .filter(({ path, text }) => !path.startsWith('switching/') && /import \{[^}]*\bRelayCommands\b/.test(text))
      .map(({ path }) => path);
    expect(users).toEqual([]);
  });
});
