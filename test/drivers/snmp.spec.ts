import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDriver } from '../../src/hardware/drivers/index.js';
import type { PduDriver } from '../../src/hardware/pdu.driver.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import type { ModelProfile } from '../../src/hardware/profiles/profile.js';
import type { SnmpLinkProfile } from '../../src/hardware/drivers/snmp/snmp.bus.js';
import { describeDriver } from '../contract/driver.contract.js';
import { FaultyUdpLink } from '../support/servers/faulty-udp-link.js';
import { describeWith } from '../support/process/programs.js';
import { COMMUNITY, SnmpAgentProcess, USER } from '../support/hardware/snmp-agent.js';
import { untilRead } from '../support/hardware/until-read.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

const clock = new VirtualClock();
const pass = async (seconds: number): Promise<void> => clock.advance(seconds * 1000);

function profileAt(file: string, link: Omit<SnmpLinkProfile, 'kind' | 'host'>): ModelProfile {
  const path = join(import.meta.dirname, `../../packaging/profiles/${file}.json`);
  const profile = JSON.parse(readFileSync(path, 'utf8')) as ModelProfile;
  const points = profile.wiring?.points ?? [];
  const pdu: SnmpLinkProfile = { kind: 'snmp', host: '127.0.0.1', ...link };
  return { ...profile, wiring: { points, links: { pdu } } };
}

const driverOf = (profile: ModelProfile): PduDriver =>
  createDriver({ name: 'snmp', model: new PduModel(profile), clock, dataDir: ':memory:' });

const VERSIONS: readonly (Omit<SnmpLinkProfile, 'kind' | 'host'> & { readonly version: string })[] = [
  { version: '1', community: COMMUNITY },
  { version: '2c', community: COMMUNITY },
  { version: '3', user: USER.name, authKey: USER.authKey, privKey: USER.privKey },
];

/** A row of a table, each column with the same values for all. */
const column = (oid: string, count: number, value: (row: number) => number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, row) => [`${oid}.${row + 1}`, value(row + 1)]));

const SYNLINK = '1.3.6.1.4.1.21728.4';
const STATE = `${SYNLINK}.5.1.1.7`;
const CURRENT = `${SYNLINK}.5.1.1.6`;
const synlink = {
  ...column(STATE, 16, () => 1),
  ...column(CURRENT, 16, (row) => row * 100),
  ...Object.fromEntries(
    Object.entries({ 5: 1234, 6: 97, 14: 950, 15: 1000, 16: 200, 17: 4300, 18: 5001, 19: 2305 }).map(
      ([measure, value]) => [`${SYNLINK}.2.1.1.${measure}.1`, value],
    ),
  ),
};

const APC = '1.3.6.1.4.1.318.1.1.26';
const apc = {
  ...column(`${APC}.9.2.3.1.5`, 24, () => 2),
  ...column(`${APC}.9.2.4.1.5`, 24, () => 1),
  ...column(`${APC}.9.4.3.1.6`, 24, (row) => row),
  ...column(`${APC}.9.4.3.1.7`, 24, (row) => row * 20),
  [`${APC}.6.3.1.5.1`]: 57,
  [`${APC}.6.3.1.6.1`]: 231,
  [`${APC}.4.3.1.5.1`]: 131,
  [`${APC}.4.3.1.9.1`]: 420,
  [`${APC}.10.2.2.1.8.1`]: 234,
};

describeWith('snmpd', 'SNMP, against Debian’s snmpd', () => {
  for (const { version, ...credentials } of VERSIONS) {
    describeDriver(`a PDU that speaks SNMP version ${version}`, async () => {
      const agent = await SnmpAgentProcess.start(synlink);
      const link = { ...credentials, version: version as SnmpLinkProfile['version'], port: agent.port };
      const profile = profileAt('snmp-synlink-16', link);
      return { driver: driverOf(profile), again: () => driverOf(profile), pass, dispose: () => agent.stop() };
    });
  }

  describe('the netBooter tables of this family', () => {
    let agent: SnmpAgentProcess;
    let network: FaultyUdpLink;
    let driver: PduDriver;
    const third = (): string => driver.model.outlets[2]?.id ?? '';

    beforeEach(async () => {
      agent = await SnmpAgentProcess.start(synlink);
      network = await FaultyUdpLink.to(agent.port);
      driver = driverOf(
        profileAt('snmp-synlink-16', {
          version: '2c',
          community: COMMUNITY,
          port: network.port,
          timeout: 2_000,
        }),
      );
      await driver.open();
    });
    afterEach(async () => {
      await driver.close();
      network.stop();
      await agent.stop();
    });

    it('are read in the units of the readings', async () => {
      const { inlets, outlets, banks } = await driver.read();
      expect(inlets[0]).toMatchObject({
        current: 4.3,
        voltage: 230.5,
        frequency: 50.01,
        activePower: 950,
        powerFactor: 0.97,
        energy: 12.34,
      });
      expect(outlets[2]).toMatchObject({ state: 'ON', current: 0.3 });
      expect(banks[0]?.current).toBeUndefined(); // this PDU has no bank table
    });

    it('are written, and read back', async () => {
      await driver.outlets?.setOutlets([{ id: third(), state: 'OFF' }]);
      expect(agent.get(`${STATE}.3`)).toBe(0);
      expect((await driver.read()).outlets[2]?.state).toBe('OFF');
    });

    it('are missing while the network is down, move no relay, and recover without intervention', async () => {
      network.cut(true);
      await expect(driver.outlets?.setOutlets([{ id: third(), state: 'OFF' }])).rejects.toThrow();
      await pass(3);
      await expect(driver.read()).rejects.toThrow('nothing answers');
      network.cut(false);
      await untilRead(driver, clock, ({ outlets }) => outlets.every(({ state }) => state === 'ON'));
      expect(agent.get(`${STATE}.3`)).toBe(1);
    });

    it('are not written by a command that has waited too long for an answer to a reading', async () => {
      network.cut(true);
      const reading = driver.read();
      const command = driver.outlets?.setOutlets([{ id: third(), state: 'OFF' }]);
      await pass(2);
      network.cut(false);
      await expect(command).rejects.toThrow();
      await reading.catch(() => undefined);
      await pass(60);
      await untilRead(driver, clock, ({ outlets }) => outlets.every(({ state }) => state === 'ON'));
      expect(agent.get(`${STATE}.3`)).toBe(1);
    });
  });

  describe('a device of version 3 that does not answer at once', () => {
    let agent: SnmpAgentProcess;
    let network: FaultyUdpLink;
    let driver: PduDriver;

    beforeEach(async () => {
      agent = await SnmpAgentProcess.start(synlink);
      network = await FaultyUdpLink.to(agent.port);
      const { name: user, authKey, privKey } = USER;
      const link = { version: '3', user, authKey, privKey, port: network.port, timeout: 2_000 } as const;
      driver = driverOf(profileAt('snmp-synlink-16', link));
    });
    afterEach(async () => {
      await driver.close();
      network.stop();
      await agent.stop();
    });

    it('is not switched once it has taken too long to answer with its clock', async () => {
      const asked = network.holdAnswers();
      const command = driver.outlets?.setOutlets([{ id: driver.model.outlets[0]?.id ?? '', state: 'OFF' }]);
      await asked;
      await pass(1.7);
      network.releaseAnswers();
      await expect(command).rejects.toThrow('no time was left');
      expect(agent.get(`${STATE}.1`)).toBe(1);
    });
  });

  describe('the rPDU2 tables of APC', () => {
    it('are read, and a relay that does not follow its command is seen', async () => {
      const agent = await SnmpAgentProcess.start(apc);
      const driver = driverOf(profileAt('snmp-apc-rpdu2-24', { community: COMMUNITY, port: agent.port }));
      await driver.open();
      const { inlets, outlets, sensors } = await driver.read();
      expect(inlets[0]).toMatchObject({ current: 5.7, voltage: 231, activePower: 1310, energy: 42 });
      expect(outlets[4]).toMatchObject({ state: 'ON', current: 0.5, activePower: 100 });
      expect(outlets[4]?.energy).toBeUndefined(); // an object that not every device of the family has
      expect(sensors[0]).toEqual({
        port: 'A',
        kind: 'temp_hum',
        connected: true,
        temperature: 23.4,
        humidity: undefined,
      });

      await driver.outlets?.setOutlets([{ id: driver.model.outlets[4]?.id ?? '', state: 'OFF' }]);
      expect(agent.get(`${APC}.9.2.4.1.5.5`)).toBe(2); // the command has arrived
      expect((await driver.read()).outlets[4]?.state).toBe('ON'); // this outlet does not execute it
      agent.set(`${APC}.9.2.3.1.5.5`, 1);
      await pass(1);
      expect((await driver.read()).outlets[4]?.state).toBe('OFF');
      await driver.close();
      await agent.stop();
    });
  });

  it('a wrong community or user is reported', async () => {
    const agent = await SnmpAgentProcess.start(synlink);
    for (const link of [
      { version: '2c' as const, community: 'guess' },
      { version: '3' as const, user: USER.name, authKey: 'not-the-key-at-all', privKey: USER.privKey },
    ]) {
      const driver = driverOf(
        profileAt('snmp-synlink-16', { ...link, port: agent.port, timeout: scaledTimeLimit(80) }),
      );
      await expect(driver.open()).rejects.toThrow('nothing answers');
      await driver.close();
    }
    await agent.stop();
  });
});
