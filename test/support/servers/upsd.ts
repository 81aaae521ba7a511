/** Debian's upsd with a dummy device, the model of the NUT server. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { NutClient } from '../clients/nut-client.js';
import { LineProcess } from '../process/line-process.js';
import { eventually } from '../time/time-limits.js';
import { freePort } from './free-port.js';

export const UPSD_PATH = '/lib/nut/upsd';
export const UPSD_USER = { name: 'monitor', password: 'secret-77' };

export class UpsdProcess {
  private constructor(
    readonly port: number,
    private readonly processes: readonly LineProcess[],
    private readonly folder: string,
  ) {}

  /** @param values of the variables of its one device, `pdu` */
  static async start(values: Readonly<Record<string, string>>): Promise<UpsdProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-upsd-'));
    const port = await freePort();
    const write = (name: string, ...lines: string[]): void => {
      writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o600 });
    };
    write('ups.conf', '[pdu]', 'driver = dummy-ups', 'port = pdu.dev', 'desc = "Rackfeed PDU"');
    write('pdu.dev', ...Object.entries(values).map(([name, value]) => `${name}: ${value}`));
    write('upsd.conf', `LISTEN 127.0.0.1 ${port}`, 'MAXAGE 600');
    const { name, password } = UPSD_USER;
    write('upsd.users', `[${name}]`, `password = ${password}`, 'actions = SET', 'instcmds = ALL', 'upsmon primary');
    const environment = { NUT_CONFPATH: folder, NUT_STATEPATH: folder, NUT_ALTPIDPATH: folder };
    const asUser = ['-u', userInfo().username, '-D'];
    const driver = new LineProcess('/lib/nut/dummy-ups', ['-a', 'pdu', '-FF', ...asUser], environment);
    // It writes a line at each update of its values; the socket for upsd is there by then.
    await driver.until(
      (_, errors) => errors.includes('upsdrv_updateinfo') && existsSync(join(folder, 'dummy-ups-pdu')),
    );
    const server = new LineProcess(UPSD_PATH, ['-F', ...asUser], environment);
    await server.until((_, errors) => errors.includes('Connected to UPS [pdu]'));
    const client = await NutClient.connect(port);
    // WAIT until the driver has sent everything
    await eventually(async () => (await client.ask('GET VAR pdu ups.status')).includes('"OL"'));
    client.close();
    return new UpsdProcess(port, [server, driver], folder);
  }

  async stop(): Promise<void> {
    for (const process of this.processes) await process.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
