/** Debian's snmpd as a separate process, with writable objects chosen by the test. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeUdpPort } from '../servers/trap-receiver.js';
import { LineProcess } from '../process/line-process.js';

export const COMMUNITY = 'rack-secret';
export const USER = { name: 'rackfeed', authKey: 'authentication', privKey: 'privacy-words' };

export class SnmpAgentProcess {
  private constructor(
    readonly port: number,
    private readonly process: LineProcess,
    private readonly folder: string,
  ) {}

  /** @param objects integers by their identifiers; all can be written */
  static async start(objects: Readonly<Record<string, number>>): Promise<SnmpAgentProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-snmpd-'));
    const port = await freeUdpPort();
    const configuration = [
      `rwcommunity ${COMMUNITY} 127.0.0.1`,
      `createUser ${USER.name} SHA ${USER.authKey} AES ${USER.privKey}`,
      `rwuser ${USER.name} priv`,
      ...Object.entries(objects).map(([oid, value]) => `override -rw .${oid} integer ${value}`),
    ];
    const file = join(folder, 'snmpd.conf');
    writeFileSync(file, `${configuration.join('\n')}\n`);
    // -I: only the modules for our objects and SNMPv3, not for the machine's own tables.
    const modules = 'override,vacm_conf,vacm_vars,usmUser,usmConf,snmpEngine,snmpv3mibs,setSerialNo,snmpMPDStats';
    const argv = ['-f', '-Le', '-C', '-c', file, '-I', modules, `udp:127.0.0.1:${port}`];
    const agent = new LineProcess('snmpd', argv, { SNMP_PERSISTENT_DIR: folder });
    await agent.until((_, errors) => errors.includes('NET-SNMP version'));
    return new SnmpAgentProcess(port, agent, folder);
  }

  /** The present value, read by a program other than the one under test. */
  get(oid: string): number {
    return Number(this.#ask('snmpget', ['-Oqv'], [oid]));
  }

  set(oid: string, value: number): void {
    this.#ask('snmpset', [], [oid, 'i', String(value)]);
  }

  async stop(): Promise<void> {
    await this.process.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #ask(program: string, options: readonly string[], argv: readonly string[]): string {
    const where = ['-v2c', '-c', COMMUNITY, ...options, `127.0.0.1:${this.port}`];
    const { status, stdout, stderr } = spawnSync(program, [...where, ...argv], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program}: ${stderr}`);
    return stdout.trim();
  }
}
