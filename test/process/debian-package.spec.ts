import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { COMMANDS } from '../../src/cli/commands.js';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { describeWith, has } from '../support/process/programs.js';

// Builds a release and two packages of it.
jest.setTimeout(240_000);

const ROOT = join(import.meta.dirname, '../..');
const PASSWORD = 'correct horse battery';
const OLDER = '0.9.7-rc.1';
const NEWER = '0.9.7';

/** The scripts run outside of the folder, the packages that are needed are not in it, and not everybody has sbin in the path. */
const FORCE = ['--force-script-chrootless', '--force-depends', '--force-bad-path'];

const run = (program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

/** Packs a release under the strictest umask: nobody else could read its files if they got their modes from that. */
function pack(version: string): string {
  const script = 'umask 0077 && exec "$0" "$1" --tree "$2"';
  const tree = join(folder, `rackfeed-${version}`);
  run('sh', '-c', script, process.execPath, join(ROOT, 'scripts/package-deb.mjs'), tree);
  const name = readdirSync(folder).find((each) => each.startsWith(`rackfeed_${version.replace('-', '~')}_`));
  return join(folder, name ?? 'none');
}

let older: string;
let newer: string;
beforeAll(() => {
  if (!has('dpkg-deb')) return;
  execFileSync(process.execPath, [join(ROOT, 'scripts/bundle.mjs'), '--out', folder, '--version', OLDER], {
    env: { ...process.env, FIRMWARE_SIGNING_KEY: join(folder, 'none.pem') },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  cpSync(join(folder, `rackfeed-${OLDER}`), join(folder, `rackfeed-${NEWER}`), { recursive: true });
  const manifest = join(folder, `rackfeed-${NEWER}`, 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(OLDER, NEWER));
  older = pack(OLDER);
  newer = pack(NEWER);
});

describeWith('dpkg-deb', 'the Debian package', () => {
  const field = (name: string): string => run('dpkg-deb', '--field', newer, name).trim();
  let files: string;
  let scripts: string;
  beforeAll(() => {
    files = join(folder, 'files');
    scripts = join(folder, 'scripts');
    run('dpkg-deb', '--extract', newer, files);
    run('dpkg-deb', '--control', newer, scripts);
  });
  const installed = (path: string): string => readFileSync(join(files, path), 'utf8');

  it('has a prerelease before its release', () => {
    expect(run('dpkg-deb', '--field', older, 'Version').trim()).toBe('0.9.7~rc.1');
    expect(field('Version')).toBe('0.9.7');
    expect(spawnSync('dpkg', ['--compare-versions', '0.9.7~rc.1', 'lt', '0.9.7']).status).toBe(0);
  });

  it('requires exactly the versions of Node that package.json names, from whichever source', () => {
    const clauses = field('Depends')
      .split(', ')
      .filter((clause) => clause.startsWith('nodejs '));
    const holds = (version: string, relation: string): boolean => {
      const [, operator = '', bound = ''] = /^nodejs \((\S+) (\S+)\)$/.exec(relation) ?? [];
      return spawnSync('dpkg', ['--compare-versions', version, operator, bound]).status === 0;
    };
    const accepts = (version: string): boolean =>
      clauses.every((clause) => clause.split(' | ').some((relation) => holds(version, relation)));
    const fitting = [
      '20.19.2+dfsg-1',
      '20.20.2-1nodesource1',
      '22.13.0-1nodesource1',
      '24.1.0-1',
      '25.0.0',
      '26.0.0-1',
    ];
    const unfit = ['18.20.4+dfsg-1~deb12u2', '20.18.3-1nodesource1', '21.7.3-1', '22.12.0-1nodesource1', '23.11.1-1'];
    expect(fitting.filter((version) => !accepts(version))).toEqual([]);
    expect(unfit.filter(accepts)).toEqual([]);
  });

  it('requires the C libraries that its native files need, and the tool that creates its user', () => {
    expect(field('Depends')).toMatch(/\blibc6 \(>= 2\.\d+\).*\bsystemd \| systemd-standalone-sysusers\b/);
    expect(field('Architecture')).toBe(run('dpkg', '--print-architecture').trim());
  });

  it('gives all of its files to root, in modes that do not depend on who built it', () => {
    const entries = run('dpkg-deb', '--contents', newer).trim().split('\n');
    expect(entries.filter((line) => !/^(drwxr-xr-x|-rwxr-xr-x|-rw-r--r--|lrwxrwxrwx) root\/root /.test(line))).toEqual([
      expect.stringMatching(/^-rw-r----- root\/root .* \.\/etc\/rackfeed\/rackfeed\.env$/),
    ]);
    const programs = entries.flatMap((line) => /^-rwx.* \.\/(\S+)$/.exec(line)?.[1] ?? []);
    expect(programs.filter((path) => !installed(path).startsWith('#!'))).toEqual([]);
  });

  it('lists the checksum of every file, but for the variables, which are the administrator’s to change', () => {
    expect(readFileSync(join(scripts, 'conffiles'), 'utf8')).toBe('/etc/rackfeed/rackfeed.env\n');
    expect(installed('etc/rackfeed/rackfeed.env')).toBe(read('packaging/rackfeed.env'));
    expect(spawnSync('md5sum', ['--quiet', '-c', join(scripts, 'md5sums')], { cwd: files }).status).toBe(0);
    const listed = readFileSync(join(scripts, 'md5sums'), 'utf8').match(/\S+$/gm) ?? [];
    const packed = readdirSync(files, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(files.length + 1));
    expect([...listed, 'etc/rackfeed/rackfeed.env'].sort()).toEqual(packed.sort());
  });

  it('brings the unit and the user of the release, with its own folder in the place of /opt', () => {
    const unit = installed('usr/lib/systemd/system/rackfeed.service');
    expect(unit).toBe(read('packaging/systemd/rackfeed.service').replace('/opt/rackfeed/', '/usr/lib/rackfeed/'));
    const program = / (\/usr\/lib\/rackfeed\/\S+)$/m.exec(unit)?.[1] ?? '/none';
    expect(existsSync(join(files, program))).toBe(true);
    expect(installed('usr/lib/sysusers.d/rackfeed.conf')).toBe(read('packaging/systemd/rackfeed.sysusers'));
  });

  it('puts the command and the links of its documents where they lead to what is there', () => {
    expect(readlinkSync(join(files, 'usr/bin/rackfeed'))).toBe('../lib/rackfeed/packaging/rackfeed');
    expect(run(join(files, 'usr/bin/rackfeed'), 'version')).toContain(`rackfeed ${NEWER} (`);
    const page = join(files, 'usr/share/doc/rackfeed/docs/install.md');
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((\.\.\/packaging\/[^)#]+)/g)].map(
      ([, link]) => link ?? '',
    );
    expect(links).not.toEqual([]);
    expect(links.filter((link) => !/docker|kubernetes/.test(link) && !existsSync(join(page, '..', link)))).toEqual([]);
    for (const name of ['copyright', 'changelog.gz', 'CHANGELOG.md', 'THIRD-PARTY-LICENSES.txt']) {
      expect([name, existsSync(join(files, 'usr/share/doc/rackfeed', name))]).toEqual([name, true]);
    }
  });

  it('has a manual page with every command', () => {
    const page = gunzipSync(readFileSync(join(files, 'usr/share/man/man1/rackfeed.1.gz'))).toString();
    const named = page.replaceAll('\\-', '-');
    for (const { name } of COMMANDS) expect(named).toMatch(new RegExp(`^\\.BI? "?${name}\\b`, 'm'));
  });

  it.each(['postinst', 'prerm', 'postrm'])('has a %s that a shell of Debian can read', (name) => {
    const script = join(scripts, name);
    expect(statSync(script).mode & 0o777).toBe(0o755);
    expect(spawnSync('/bin/sh', ['-n', script]).status).toBe(0);
  });

  it('is among the checksums of the release', () => {
    const { status } = spawnSync('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: folder });
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toMatch(/ {2}rackfeed_0\.9\.7_\w+\.deb$/m);
  });

  // In an empty folder in the place of a machine: dpkg runs the scripts of the package, and no service is touched.
  describeWith('dpkg --root', 'in the life of a machine', () => {
    const machine = join(folder, 'machine');
    const at = (path: string): string => join(machine, path);
    const dpkg = (...args: readonly string[]): string =>
      run('dpkg', `--root=${machine}`, `--log=${machine}.log`, ...FORCE, ...args);
    const start = () =>
      new ControllerProcess(
        { RACKFEED_DATA_DIR: at('var/lib/rackfeed'), RACKFEED_ADMIN_PASSWORD: PASSWORD },
        at('usr/lib/rackfeed/dist/main.js'),
      );
    const owners = (path: string): string => {
      const { uid, gid, mode } = statSync(at(path));
      return `${(mode & 0o777).toString(8)} ${uid}:${gid}`;
    };
    let user: string;

    beforeAll(() => {
      for (const path of ['var/lib/dpkg/info', 'var/lib/dpkg/updates', 'etc']) mkdirSync(at(path), { recursive: true });
      writeFileSync(at('var/lib/dpkg/status'), '');
      dpkg('--install', older);
      user = /^rackfeed:[^:]*:(\d+:\d+):/m.exec(readFileSync(at('etc/passwd'), 'utf8'))?.[1] ?? 'none';
    });

    it('is installed with a user, a data folder of its own, and an enabled service', () => {
      expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      expect(owners('var/lib/rackfeed')).toBe(`700 ${user}`);
      expect(owners('etc/rackfeed/rackfeed.env')).toBe(`640 0:${user.split(':')[1] ?? ''}`);
      expect(readlinkSync(at('etc/systemd/system/multi-user.target.wants/rackfeed.service'))).toBe(
        '/usr/lib/systemd/system/rackfeed.service',
      );
    });

    it('is upgraded under a controller that runs, whose relays, accounts and variables stay as they are', async () => {
      const before = start();
      const admin = await signIn(await before.ready(), PASSWORD);
      expect((await admin.send('PUT', '/api/outlets/1', { state: 'OFF' })).status).toBe(200);
      appendFileSync(at('etc/rackfeed/rackfeed.env'), '# a line of the administrator\n');
      dpkg('--install', newer);
      expect((await admin.send('GET', '/api/outlets/1')).body).toMatchObject({ state: 'OFF' });
      expect(await before.kill('SIGTERM')).toEqual({ code: 0, signal: null });
      const after = start();
      const again = await signIn(await after.ready(), PASSWORD);
      expect(after.stdout).toContain(`version ${NEWER})`);
      expect((await again.send('GET', '/api/outlets/1')).body).toMatchObject({ state: 'OFF' });
      expect(await after.kill('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(readFileSync(at('etc/rackfeed/rackfeed.env'), 'utf8')).toContain('# a line of the administrator');
      expect(owners('var/lib/rackfeed')).toBe(`700 ${user}`);
    });

    it('leaves data, variables and user when it is removed, and uses them when it is installed again', async () => {
      dpkg('--remove', 'rackfeed');
      expect(existsSync(at('usr/lib/rackfeed'))).toBe(false);
      expect(readFileSync(at('etc/rackfeed/rackfeed.env'), 'utf8')).toContain('# a line of the administrator');
      expect(readdirSync(at('var/lib/rackfeed'))).not.toEqual([]);
      dpkg('--install', newer);
      const controller = start();
      const admin = await signIn(await controller.ready(), PASSWORD);
      expect((await admin.send('GET', '/api/outlets/1')).body).toMatchObject({ state: 'OFF' });
      expect(await controller.kill('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(/^rackfeed:[^:]*:(\d+:\d+):/m.exec(readFileSync(at('etc/passwd'), 'utf8'))?.[1]).toBe(user);
    });

    it('deletes data and variables only when it is purged, and leaves other files', () => {
      writeFileSync(at('etc/rackfeed/certbot.conf'), 'LINEAGE=pdu.example.org\n');
      dpkg('--purge', 'rackfeed');
      expect(existsSync(at('var/lib/rackfeed'))).toBe(false);
      expect(readdirSync(at('etc/rackfeed'))).toEqual(['certbot.conf']);
      expect(existsSync(at('etc/systemd/system/multi-user.target.wants/rackfeed.service'))).toBe(false);
    });
  });
});
