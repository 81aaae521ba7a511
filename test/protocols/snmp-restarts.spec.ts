/** FAULT_RESTARTS=20 kills and starts the controller as often; without it, a few times. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { snmpTool, v3User, AUTH_PASSPHRASE, PRIVACY_PASSPHRASE } from '../support/clients/snmp-tools.js';
import { ControllerProcess, removeFolder, signIn, temporaryFolder } from '../support/process/controller-process.js';
import { describeWith } from '../support/process/programs.js';
import { SnmpManager } from '../support/protocols/snmp-tools.js';
import { freePort } from '../support/servers/free-port.js';
import { eventually } from '../support/time/time-limits.js';

const RESTARTS = Number(process.env['FAULT_RESTARTS'] ?? 6);
const PASSWORD = 'correct horse battery';
const ENGINE_ID = '1.3.6.1.6.3.10.2.1.1.0';
const ENGINE_BOOTS = '1.3.6.1.6.3.10.2.1.2.0';
const OUTLET_STATE = '1.3.6.1.4.1.21728.4.5.1.1.7.1';

describeWith('snmpd', 'an SNMP agent that is killed again and again', () => {
  let folder: string;
  let port: number;
  let controller: ControllerProcess;
  const start = async (): Promise<string> => {
    const environment = { RACKFEED_DATA_DIR: join(folder, 'data'), RACKFEED_ADMIN_PASSWORD: PASSWORD };
    controller = new ControllerProcess(environment);
    return controller.ready();
  };
  beforeAll(async () => {
    folder = temporaryFolder();
    port = await freePort();
    const { send } = await signIn(await start(), PASSWORD);
    const user = {
      ...{ snmpv3Access: true, snmpv3Security: 'authPriv', snmpv3User_id: 'op' },
      ...{ snmpv3AuthPass: AUTH_PASSPHRASE, snmpv3PrivPass: PRIVACY_PASSPHRASE },
    };
    expect((await send('PUT', '/api/users/1', user)).status).toBe(200);
    expect((await send('POST', '/api/conf', { snmpPort: port })).status).toBe(200);
  });
  afterAll(async () => {
    await controller.kill('SIGKILL');
    removeFolder(folder);
  });

  /** @param limit of an answer, s: short while the agent starts, as nobody answers before */
  const get = (oid: string, limit = 60) =>
    snmpTool('snmpget', '-Oqv', '-r', '0', '-t', limit, ...v3User('op'), `127.0.0.1:${port}`, oid);
  /** The engine as a manager finds it that knows nothing about it yet. */
  const engine = async (): Promise<{ id: string; boots: number }> => {
    await eventually(async () => (await get(ENGINE_ID, 1)).code === 0);
    return { id: (await get(ENGINE_ID)).text, boots: Number((await get(ENGINE_BOOTS)).text) };
  };

  it(
    `has the same engine id and one start more after each of ${RESTARTS} kills, and its manager goes on`,
    async () => {
      const first = await engine();
      expect(first.id).toMatch(/^"80 00 54 E0 05(\s+[0-9A-F]{2}){12} "$/);
      const credential = { version: '3', user: 'op', auth: AUTH_PASSPHRASE, privacy: PRIVACY_PASSPHRASE } as const;
      const manager = await SnmpManager.of(port, credential);
      const switched: string[] = [];
      for (let restart = 1; restart <= RESTARTS; restart++) {
        switched.push(await manager.set([OUTLET_STATE, restart % 2]));
        await controller.kill('SIGKILL');
        await start();
        expect(await engine()).toEqual({ id: first.id, boots: first.boots + restart });
        // This one still knows the engine of before the kill.
        switched.push(await manager.set([OUTLET_STATE, restart % 2]));
        expect((await get(OUTLET_STATE)).text).toBe(String(restart % 2));
      }
      expect(switched).toEqual(switched.map(() => 'done'));
      manager.close();
    },
    20_000 + RESTARTS * 10_000,
  );
});
