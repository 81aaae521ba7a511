import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { LazyModuleLoader } from '@nestjs/core';
import fc from 'fast-check';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { LineReader } from '../../src/nut/line.js';
import { NutServer, NutServerModule } from '../../src/nut/nut-server.module.js';
import { NutSession } from '../../src/nut/nut-session.js';
import { aPdu, ADMIN_PASSWORD, USER_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';
import { NutClient } from '../support/clients/nut-client.js';
import { LineProcess } from '../support/process/line-process.js';
import { describeWith } from '../support/process/programs.js';
import { ON_LOOPBACK, protocolOff, protocolOn, protocolState } from '../support/protocols/protocol-on.js';
import { differences, matrixUsers, type MatrixUser } from '../support/protocols/rights-matrix.js';
import { UPSD_USER, UpsdProcess } from '../support/servers/upsd.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';

let pdu: Pdu;
let admin: Client;
let port: number;
let server: NutServer;

beforeAll(async () => {
  pdu = await aPdu({ model: 'three-phase-36', env: ON_LOOPBACK });
  admin = await pdu.as('admin');
  port = await protocolOn(pdu, admin, 'nut');
  server = (await pdu.app.get(LazyModuleLoader).load(() => NutServerModule)).get(NutServer);
  server.answerWithin = 60_000; // a slow machine changes no answer
});
afterAll(() => pdu.stop());

/** Work with a client that is closed afterwards. */
async function withClient<T>(work: (client: NutClient) => Promise<T>, who?: string, password = USER_PASSWORD) {
  const client = who === undefined ? await NutClient.connect(port) : await NutClient.signedIn(port, who, password);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

const asAdmin = <T>(work: (client: NutClient) => Promise<T>): Promise<T> => withClient(work, 'admin', ADMIN_PASSWORD);
const ask = (line: string): Promise<string> => withClient((client) => client.ask(line));
const stateOf = async (outlet: number): Promise<string> => (await admin.get(`/api/outlets/${outlet}`)).body.state;
const turnOn = (outlet: number): Promise<unknown> => admin.put(`/api/outlets/${outlet}`, { state: 'ON' });

/** Watches the relays of the outlets; the returned function ends it and answers what was driven. */
function spyOnOutlets(): () => unknown[] {
  const { outlets } = pdu.app.get(PduDriver);
  if (!outlets) throw new Error('This model has no outlets.');
  const driven = jest.spyOn(outlets, 'setOutlets');
  return () => {
    const calls = [...driven.mock.calls];
    driven.mockRestore();
    return calls;
  };
}

/** The newest entries of the activity log. */
const log = async (): Promise<readonly object[]> => (await admin.get('/api/log')).body.entries;

let users = 0;
/** The name of a new user with this role. */
async function aUser(permissions: object): Promise<string> {
  const name = `nut-${++users}`;
  const role = await admin.post('/api/roles', { name, permissions });
  const user = await admin.post('/api/users', { username: name, roleId: role.body.id, password: USER_PASSWORD });
  expect(user.status).toBe(200);
  return name;
}

describe('a NUT client without a user', () => {
  it('reads the PDU and its measurements', async () => {
    const values = await withClient((client) => client.variables());
    expect(values).toMatchObject({
      'device.mfr': 'Rackfeed',
      'device.model': 'RF-3603-30',
      'device.serial': '1000047',
      'device.type': 'pdu',
      'ups.status': 'OL',
      'input.phases': '3',
      'input.current.nominal': '30',
      'ambient.present': 'yes',
      'outlet.count': '36',
      'outlet.36.name': 'Outlet 36',
      'outlet.36.status': 'on',
      'outlet.36.groupid': '3',
      'outlet.group.3.type': 'outlet-section',
      'outlet.group.3.phase': 'L3-L1',
    });
    const inlet = (await admin.get('/api/inlets')).body[0];
    expect(Number(values['input.realpower'])).toBe(inlet.inletActivePower);
    expect(Number(values['input.L2.current'])).toBe(inlet.inletLines[1].currentRms);
    expect(Number(values['input.L2-N.voltage'])).toBe(inlet.inletLines[1].voltageRms);
    expect(values).not.toHaveProperty(['input.L1-L2.voltage']);
  });

  it('sees a value of a poll cycle with GET VAR as with LIST VAR', async () => {
    await withClient(async (client) => {
      const values = await client.variables();
      for (const name of ['outlet.1.current', 'ups.load', 'device.uptime']) {
        expect(await client.ask(`GET VAR pdu ${name}`)).toBe(`VAR pdu ${name} "${values[name]}"`);
      }
    });
  });

  it('needs to sign in before it may set or switch anything', async () => {
    const moves = spyOnOutlets();
    expect(await ask('INSTCMD pdu outlet.1.load.off')).toBe('ERR USERNAME-REQUIRED');
    expect(await ask('SET VAR pdu outlet.1.desc x')).toBe('ERR USERNAME-REQUIRED');
    expect(moves()).toEqual([]);
  });

  it('sees what the role of the setting sees, also after that has changed', async () => {
    const { body } = await admin.post('/api/roles', { name: 'readers', permissions: { viewInletStats: true } });
    await admin.post('/api/conf', { nutAnonymousRoleId: body.id });
    await withClient(async (client) => {
      const values = await client.variables();
      expect(Object.keys(values).filter((name) => /^(outlet|ambient)\./.test(name))).toEqual([]);
      expect(values).toHaveProperty(['input.frequency']);
      expect(await client.ask('GET VAR pdu outlet.1.status')).toBe('ERR VAR-NOT-SUPPORTED');
      await admin.post('/api/conf', { nutAnonymousRoleId: 0 });
      expect(await client.ask('GET VAR pdu outlet.1.status')).toBe('VAR pdu outlet.1.status "on"');
    });
  });

  it('reads nothing while only users may, except what needs no right', async () => {
    await admin.post('/api/conf', { nutAnonymousRead: false });
    await withClient(async (client) => {
      for (const line of ['LIST UPS', 'LIST VAR pdu', 'GET VAR pdu ups.status', 'GET TRACKING']) {
        expect(await client.ask(line)).toBe('ERR ACCESS-DENIED');
      }
      expect(await client.ask('NETVER')).toBe('1.3');
      expect(await client.ask('HELP')).toMatch(/^Commands: /);
      expect(await client.ask('LOGIN pdu')).toBe('ERR USERNAME-REQUIRED');
    });
    expect(await asAdmin((client) => client.ask('GET VAR pdu ups.status'))).toBe('VAR pdu ups.status "OL"');
    await admin.post('/api/conf', { nutAnonymousRead: true });
  });
});

describe('a NUT client with a user', () => {
  it('switches an outlet, and the log names it', async () => {
    expect(await asAdmin((client) => client.ask('INSTCMD pdu outlet.3.load.off'))).toBe('OK');
    expect(await stateOf(3)).toBe('OFF');
    const [entry] = await log();
    expect(entry).toMatchObject({ kind: 'outlet.switch', via: 'nut', who: 'admin', address: '127.0.0.1' });
    expect(await asAdmin((client) => client.ask('INSTCMD pdu outlet.3.load.on'))).toBe('OK');
    expect(await stateOf(3)).toBe('ON');
  });

  it('power cycles an outlet', async () => {
    await asAdmin((client) => client.ask('INSTCMD pdu outlet.4.load.cycle'));
    await pdu.seconds(1);
    expect(await stateOf(4)).toBe('OFF');
    await pdu.seconds(6);
    expect(await stateOf(4)).toBe('ON');
  });

  it('turns all off at once and on one after another', async () => {
    expect(await asAdmin((client) => client.ask('INSTCMD pdu load.off'))).toBe('OK');
    const isOn = async () =>
      (await admin.get('/api/outlets')).body.map(({ state }: { state: string }) => state === 'ON');
    expect((await isOn()).filter(Boolean)).toHaveLength(0);
    await admin.post('/api/conf', { deviceSequentialPowerUpDelay: 1 });
    expect(await asAdmin((client) => client.ask('INSTCMD pdu load.on'))).toBe('OK');
    expect((await isOn()).filter(Boolean)).toHaveLength(1);
    await pdu.seconds(4);
    expect((await isOn()).filter(Boolean)).toHaveLength(5);
    await pdu.seconds(40);
    expect((await isOn()).filter(Boolean)).toHaveLength(36);
  });

  it('sees only what its role views, and its own commands', async () => {
    const [first = '', second = ''] = pdu.model.outlets.map(({ id }) => id);
    const name = await aUser({ viewOutlets: [first, second], modifyOutlets: [second] });
    await withClient(async (client) => {
      const values = await client.variables();
      expect(values).toMatchObject({ 'outlet.count': '2', 'outlet.1.status': 'on', 'ups.status': 'OL' });
      expect(Object.keys(values).filter((each) => /^(input|ambient|outlet\.(3|group))\./.test(each))).toEqual([]);
      const commands = ['outlet.2.load.off', 'outlet.2.load.on', 'outlet.2.load.cycle'];
      expect(await client.commands()).toEqual(commands);
      expect(await client.ask('LIST RW pdu')).toBe(
        ['BEGIN LIST RW pdu', 'RW pdu outlet.2.desc "Outlet 2"', 'END LIST RW pdu'].join('\n'),
      );
      expect(await client.ask('GET TYPE pdu outlet.1.desc')).toBe('TYPE pdu outlet.1.desc STRING:100');
      expect(await client.ask('GET TYPE pdu outlet.2.desc')).toBe('TYPE pdu outlet.2.desc RW STRING:100');
      expect(await client.ask('INSTCMD pdu outlet.1.load.off')).toBe('ERR ACCESS-DENIED');
      expect(await client.ask('INSTCMD pdu load.off')).toBe('ERR ACCESS-DENIED');
      expect(await client.ask('SET VAR pdu outlet.1.desc x')).toBe('ERR ACCESS-DENIED');
    }, name);
    expect(await stateOf(1)).toBe('ON');
  });

  it('may send its personal access token as the password', async () => {
    const { accessToken } = (await admin.post(`/api/users/${admin.userId}/token`)).body;
    await withClient((client) => client.ask('INSTCMD pdu outlet.5.load.off'), 'admin', accessToken);
    expect(await stateOf(5)).toBe('OFF');
    await turnOn(5);
    await expect(withClient((client) => client.ask('VER'), 'nobody', accessToken)).rejects.toThrow('ACCESS-DENIED');
  });

  it('is refused at the password, and signed out when its account is locked', async () => {
    const name = await aUser({ viewInletStats: true });
    await expect(withClient((client) => client.ask('VER'), name, 'wrong')).rejects.toThrow('ERR ACCESS-DENIED');
    await withClient(async (client) => {
      expect(await client.ask('LOGIN pdu')).toBe('OK');
      expect(await ask('GET NUMLOGINS pdu')).toBe('NUMLOGINS pdu 1');
      const all: { id: string; username: string }[] = (await admin.get('/api/users')).body;
      const id = all.find(({ username }) => username === name)?.id;
      expect((await admin.post(`/api/users/${id}/disable`)).body.enabled).toBe(false);
      expect(await client.ask('INSTCMD pdu outlet.1.load.off')).toBe('ERR ACCESS-DENIED');
      expect(await ask('GET NUMLOGINS pdu')).toBe('NUMLOGINS pdu 0');
    }, name);
  });

  it('changes names, and gets the refusals of the API', async () => {
    await asAdmin(async (client) => {
      expect(await client.ask('SET VAR pdu outlet.7.desc "web 07"')).toBe('OK');
      expect(await client.ask('GET VAR pdu outlet.7.name')).toBe('VAR pdu outlet.7.name "web 07"');
      expect(await client.ask('SET VAR pdu outlet.group.2.name "left"')).toBe('OK');
      expect(await client.ask('GET VAR pdu outlet.group.2.name')).toBe('VAR pdu outlet.group.2.name "left"');
      expect(await client.ask('SET VAR pdu outlet.7.status off')).toBe('ERR READONLY');
      expect(await client.ask('SET VAR pdu outlet.99.desc x')).toBe('ERR VAR-NOT-SUPPORTED');
      expect(await client.ask(`SET VAR pdu outlet.7.desc ${'x'.repeat(101)}`)).toBe('ERR TOO-LONG');
      expect(await client.ask('SET VAR pdu outlet.7.desc ""')).toBe('ERR INVALID-VALUE');
      expect(await client.ask('INSTCMD pdu outlet.7.load.off 5')).toBe('ERR INVALID-ARGUMENT');
      expect(await client.ask('INSTCMD pdu outlet.99.load.off')).toBe('ERR CMD-NOT-SUPPORTED');
    });
    expect((await admin.get('/api/outlets/7')).body.outletName).toBe('web 07');
  });

  it('cannot take a protected outlet from the list, nor switch it', async () => {
    const protect = (outlet: number, protection: string) => admin.put(`/api/outlets/${outlet}`, { protection });
    await protect(8, 'rebootOnly');
    await protect(9, 'confirm');
    await protect(10, 'locked');
    await asAdmin(async (client) => {
      const commands = await client.commands();
      expect(commands.filter((name) => /^(load|outlet\.(8|9|10)\.)/.test(name))).toEqual(['outlet.8.load.cycle']);
      const moves = spyOnOutlets();
      for (const outlet of [8, 9, 10]) {
        expect(await client.ask(`INSTCMD pdu outlet.${outlet}.load.off`)).toBe('ERR INSTCMD-FAILED');
      }
      expect(await client.ask('INSTCMD pdu load.off')).toBe('ERR INSTCMD-FAILED');
      expect(moves()).toEqual([]);
    });
    for (const outlet of [8, 9, 10]) await protect(outlet, 'none');
  });

  it('switches a group with its sequence, and by a number that stays with the group', async () => {
    const create = async (groupName: string, outlets: string[]) =>
      (await admin.post('/api/groups', { groupName, outlets, groupRebootSequenceDelay: 2 })).body.id as string;
    const [gone, id] = [await create('gone', ['1']), await create('rack', ['11', '12', '13'])];
    const number = pdu.model.banks.length + Number(id);
    await asAdmin(async (client) => {
      expect(await client.variables()).toMatchObject({
        [`outlet.group.${number}.name`]: 'rack',
        [`outlet.group.${number}.type`]: 'user',
        [`outlet.group.${number}.count`]: '3',
        'outlet.group.count': String(number),
      });
      await admin.delete(`/api/groups/${gone}`);
      expect(await client.ask(`INSTCMD pdu outlet.group.${number}.load.off`)).toBe('OK');
      expect(await client.ask(`GET VAR pdu outlet.group.${number}.status`)).toMatch(/"off"$/);
      expect(await client.ask(`INSTCMD pdu outlet.group.${number}.load.on`)).toBe('OK');
      expect([await stateOf(11), await stateOf(12), await stateOf(13)]).toEqual(['ON', 'OFF', 'OFF']);
      await pdu.seconds(2);
      expect([await stateOf(12), await stateOf(13)]).toEqual(['ON', 'OFF']);
      await pdu.seconds(2);
      expect(await stateOf(13)).toBe('ON');
      expect(await client.ask(`SET VAR pdu outlet.group.${number}.name servers`)).toBe('OK');
      expect(await client.ask('INSTCMD pdu outlet.group.999.load.off')).toBe('ERR CMD-NOT-SUPPORTED');
      expect(await client.ask('INSTCMD pdu outlet.group.1.load.off')).toBe('ERR CMD-NOT-SUPPORTED'); // a bank
    });
    expect((await admin.get(`/api/groups/${id}`)).body.groupName).toBe('servers');
    await admin.delete(`/api/groups/${id}`);
  });

  it('follows a command by its tracking id', async () => {
    await asAdmin(async (client) => {
      expect(await client.ask('SET TRACKING ON')).toBe('OK');
      const answer = await client.ask('INSTCMD pdu outlet.14.load.off');
      expect(answer).toMatch(/^OK TRACKING [0-9A-F-]{36}$/);
      expect(await client.ask(`GET TRACKING ${answer.slice(12)}`)).toBe('SUCCESS');
      expect(await client.ask('GET TRACKING 0')).toBe('ERR UNKNOWN');
    });
    await turnOn(14);
  });
});

describe('the hardware behind NUT', () => {
  it('that does not follow makes a command fail', async () => {
    const [{ id }] = (await admin.get('/api/outlets')).body;
    await admin.patch('/api/simulator', { outlets: { [id]: { relayStuck: true } } });
    expect(await asAdmin((client) => client.ask('INSTCMD pdu outlet.1.load.off'))).toBe('ERR INSTCMD-FAILED');
    await withClient(async (client) => {
      expect(await client.ask('GET VAR pdu outlet.1.alarm')).toBe('VAR pdu outlet.1.alarm "relay failed"');
      expect(await client.ask('GET VAR pdu ups.status')).toBe('VAR pdu ups.status "OL ALARM"');
      expect(await client.ask('GET VAR pdu ups.alarm')).toContain('relay of outlet 1 has failed');
    });
    await admin.patch('/api/simulator', { outlets: { [id]: { relayStuck: false } } });
    await turnOn(1);
    expect(await ask('GET VAR pdu ups.status')).toBe('VAR pdu ups.status "OL"');
  });

  it('that is silent for 15 s makes the readings stale', async () => {
    await admin.patch('/api/simulator', { bus: { failing: true } });
    await pdu.seconds(14);
    expect(await ask('GET VAR pdu ups.status')).toBe('VAR pdu ups.status "OL"');
    await pdu.seconds(6);
    expect(await ask('GET VAR pdu ups.status')).toBe('ERR DATA-STALE');
    expect(await ask('LIST VAR pdu')).toBe('ERR DATA-STALE');
    expect(await ask('LIST UPS')).toContain('UPS pdu');
    expect(await asAdmin((client) => client.ask('INSTCMD pdu outlet.2.load.off'))).toBe('ERR INSTCMD-FAILED');
    await admin.patch('/api/simulator', { bus: { failing: false } });
    await pdu.seconds(2);
    expect(await ask('GET VAR pdu ups.status')).toBe('VAR pdu ups.status "OL"');
    await turnOn(2);
  });

  it('that takes longer than a client waits is answered OK, and by its tracking id later', async () => {
    const { outlets } = pdu.app.get(PduDriver);
    if (!outlets) throw new Error('This model has no outlets.');
    let follow = (): void => undefined;
    const following = new Promise<void>((resolve) => (follow = resolve));
    const set = outlets.setOutlets.bind(outlets);
    // Also a relay that is driven only after `follow` follows.
    const slow = jest.spyOn(outlets, 'setOutlets').mockImplementation(async (changes) => {
      await following;
      return set(changes);
    });
    await asAdmin(async (client) => {
      await client.ask('SET TRACKING ON');
      server.answerWithin = 1;
      const answer = await client.ask('INSTCMD pdu outlet.15.load.off');
      server.answerWithin = 60_000;
      expect(await client.ask(`GET TRACKING ${answer.slice(12)}`)).toBe('PENDING');
      follow();
      await pdu.idle();
      slow.mockRestore();
      expect(await client.ask(`GET TRACKING ${answer.slice(12)}`)).toBe('SUCCESS');
    });
    await turnOn(15);
  });
});

describe('names that are not ASCII', () => {
  it('reach clients as ASCII that needs no escape', async () => {
    await admin.put('/api/outlets/6', { outletName: 'Größe "B" \\ 2 ☃' });
    const values = await withClient((client) => client.variables());
    expect(values['outlet.6.name']).toBe("Grosse 'B' / 2 ?");
    expect(values['outlet.6.desc']).toBe("Grosse 'B' / 2 ?");
    await admin.put('/api/outlets/6', { outletName: 'Outlet 6' });
  });
});

describe('what Home Assistant makes of it', () => {
  /** The outlets of which each age of its integration makes a switch. */
  function switches(values: Readonly<Record<string, string>>, commands: readonly string[]) {
    const listed = (outlet: number) =>
      [`outlet.${outlet}.load.on`, `outlet.${outlet}.load.off`].every((name) => commands.includes(name));
    const outlets = Array.from({ length: Number(values['outlet.count'] ?? 0) }, (_, place) => place + 1);
    return {
      before2026: outlets.filter((outlet) => listed(outlet) && values[`outlet.${outlet}.switchable`] === 'yes'),
      since2026: outlets.filter((outlet) => listed(outlet)),
    };
  }

  it('is a switch for each outlet that the user may switch, in both ages of its integration', async () => {
    const everything = await asAdmin(async (client) => switches(await client.variables(), await client.commands()));
    expect([everything.before2026.length, everything.since2026.length]).toEqual([36, 36]);
    const [, second = ''] = pdu.model.outlets.map(({ id }) => id);
    const name = await aUser({ viewOutlets: pdu.model.outlets.map(({ id }) => id), modifyOutlets: [second] });
    const one = await withClient(async (client) => switches(await client.variables(), await client.commands()), name);
    expect(one).toEqual({ before2026: [2], since2026: [2] });
  });
});

describe('the calls of PyNUTClient', () => {
  /** Reads a list as the library does: by its exact first and last line. */
  async function list(client: NutClient, what: string): Promise<string[]> {
    const lines = (await client.ask(`LIST ${what}`)).split('\n');
    expect([lines[0], lines.at(-1)]).toEqual([`BEGIN LIST ${what}`, `END LIST ${what}`]);
    return lines.slice(1, -1);
  }
  /** A name and a value, which it splits at the quotes. */
  const pairsOf = (lines: readonly string[], prefix: string): Record<string, string> =>
    Object.fromEntries(
      lines.map((line) => {
        const [name = '', value = '', rest] = line.slice(prefix.length).split('"');
        expect([line.slice(0, prefix.length), rest]).toEqual([prefix, '']);
        return [name.replaceAll(' ', ''), value];
      }),
    );

  it('read the device, its variables and what may be set, whatever an outlet is called', async () => {
    await admin.put('/api/outlets/2', { outletName: 'Größe "B" \\ 2 ☃' });
    await asAdmin(async (client) => {
      expect((await list(client, 'UPS')).map((line) => /^UPS\s+(.+)\s+"(.*)"$/.exec(line)?.[1])).toEqual(['pdu']);
      const values = pairsOf(await list(client, 'VAR pdu'), 'VAR pdu ');
      expect(values).toEqual(await client.variables());
      expect(values['outlet.2.desc']).toBe("Grosse 'B' / 2 ?");
      expect(pairsOf(await list(client, 'RW pdu'), 'RW pdu ')).toMatchObject({ 'outlet.2.desc': "Grosse 'B' / 2 ?" });
    });
    await admin.put('/api/outlets/2', { outletName: 'Outlet 2' });
  });

  it('describe the commands, switch, name and list the clients', async () => {
    const [, second = ''] = pdu.model.outlets.map(({ id }) => id);
    const name = await aUser({ viewOutlets: [second], modifyOutlets: [second] });
    await withClient(async (client) => {
      const commands = (await list(client, 'CMD pdu')).map((line) => line.slice('CMD pdu '.length));
      expect(commands).toEqual(['off', 'on', 'cycle'].map((word) => `outlet.2.load.${word}`));
      for (const command of commands) {
        const answer = await client.ask(`GET CMDDESC pdu ${command}`);
        expect(answer.startsWith(`CMDDESC pdu ${command} `)).toBe(true);
        expect(answer.split('"')[1]).toContain('outlet 2');
      }
      expect(await client.ask('INSTCMD pdu outlet.2.load.off')).toBe('OK');
      expect(await client.ask('INSTCMD pdu outlet.2.load.on')).toBe('OK');
      expect(await client.ask('SET VAR pdu outlet.2.desc web-02')).toBe('OK'); // it does not quote the value
      expect((await client.variables())['outlet.2.name']).toBe('web-02');
      expect(await client.ask('LOGIN pdu')).toBe('OK');
      const hosts = (await list(client, 'CLIENT pdu')).map((line) => line.slice('CLIENT '.length).split(' '));
      expect(hosts).toEqual([['pdu', '127.0.0.1']]);
    }, name);
    await admin.put('/api/outlets/2', { outletName: 'Outlet 2' });
  });
});

describe('the calls of aionut', () => {
  it('read and switch on one connection that is kept, and refuse an outlet of others with ACCESS-DENIED', async () => {
    const [, second = ''] = pdu.model.outlets.map(({ id }) => id);
    const name = await aUser({ viewOutlets: [second], modifyOutlets: [second] });
    await withClient(async (client) => {
      expect(await client.ask('LIST UPS')).toBe('BEGIN LIST UPS\nUPS pdu "Rackfeed PDU"\nEND LIST UPS');
      expect(await client.variables()).toMatchObject({ 'outlet.2.status': 'on' });
      expect(await client.commands()).toContain('outlet.2.load.cycle');
      const shown: string[] = [];
      for (const word of ['off', 'on', 'cycle']) {
        expect(await client.ask(`INSTCMD pdu outlet.2.load.${word}`)).toBe('OK');
        await pdu.seconds(1);
        shown.push((await client.variables())['outlet.2.status'] ?? '');
      }
      expect(shown).toEqual(['off', 'on', 'off']);
      await pdu.seconds(6);
      expect((await client.variables())['outlet.2.status']).toBe('on');
      expect(await client.ask('INSTCMD pdu outlet.3.load.off')).toBe('ERR ACCESS-DENIED');
    }, name);
    expect(await stateOf(3)).toBe('ON');
  });
});

describe('the forced shutdown', () => {
  it('is only for administrators, and only while it is allowed; it is recorded, shown and cleared', async () => {
    expect(await asAdmin((client) => client.ask('FSD pdu'))).toBe('ERR ACCESS-DENIED');
    await admin.post('/api/conf', { nutFsdAllowed: true });
    const name = await aUser({ modifyGlobalDeviceSettings: true });
    expect(await withClient((client) => client.ask('FSD pdu'), name)).toBe('ERR ACCESS-DENIED');
    expect(await ask('GET VAR pdu ups.status')).toBe('VAR pdu ups.status "OL"');
    expect(await asAdmin((client) => client.ask('FSD pdu'))).toBe('OK FSD-SET');
    expect(await ask('GET VAR pdu ups.status')).toBe('VAR pdu ups.status "FSD OL"');
    expect((await log())[0]).toMatchObject({ kind: 'nut.setFsd', via: 'nut', who: 'admin' });
    expect((await protocolState(pdu, 'nut')).warning).toContain('FSD');
    expect((await admin.get('/api/nut/fsd')).body).toEqual({ isSet: true });
    expect((await admin.delete('/api/nut/fsd')).body).toEqual({ isSet: false });
    expect((await log())[0]).toMatchObject({ kind: 'nut.clearFsd', via: 'session' });
    expect(await ask('GET VAR pdu ups.status')).toBe('VAR pdu ups.status "OL"');
    await admin.post('/api/conf', { nutFsdAllowed: false });
  });
});

describe('STARTTLS', () => {
  it('encrypts with the certificate of HTTPS, and a user may sign in over it', async () => {
    await withClient(async (client) => {
      await client.startTls();
      expect(await client.ask('STARTTLS')).toBe('ERR ALREADY-SSL-MODE');
      for (const line of ['USERNAME admin', `PASSWORD "${ADMIN_PASSWORD}"`, 'LOGIN pdu']) {
        expect(await client.ask(line)).toBe('OK');
      }
    });
  });

  it('must come before a user name and a password where it is required', async () => {
    await admin.post('/api/conf', { nutRequireTls: true });
    await withClient(async (client) => {
      expect(await client.ask('USERNAME admin')).toBe('ERR ACCESS-DENIED');
      expect(await client.ask('PASSWORD x')).toBe('ERR ACCESS-DENIED');
      await client.startTls();
      expect(await client.ask('USERNAME admin')).toBe('OK');
    });
    await admin.post('/api/conf', { nutRequireTls: false });
  });

  it('closes the connection of a client that sends plain text or garbage after it', async () => {
    await withClient(async (client) => {
      client.send('STARTTLS\nUSERNAME admin\n');
      expect(await client.closed()).not.toContain('OK\n');
    });
    await withClient(async (client) => {
      expect(await client.ask('STARTTLS')).toBe('OK STARTTLS');
      client.send('GET VAR pdu ups.status\n'.repeat(10));
      expect(await client.closed()).not.toContain('VAR');
    });
    expect(await ask('NETVER')).toBe('1.3');
  });

  it('closes a connection on which the handshake does not come', async () => {
    await withClient(async (client) => {
      expect(await client.ask('STARTTLS')).toBe('OK STARTTLS');
      await pdu.seconds(11);
      await client.closed();
    });
  });
});

describe('the limits of the NUT server', () => {
  it('answer what is too long with an error and close', async () => {
    await withClient(async (client) => {
      client.send('x'.repeat(1_000_000));
      expect(await client.closed()).toMatch(/^(ERR INVALID-ARGUMENT\n)?$/);
    });
  });

  it.each(['LOGOUT\n', 'x'.repeat(1025)])(
    'drop what a client sends after the end of its dialogue, and close it within seconds (%#)',
    async (last) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      const stored = jest.spyOn(LineReader.prototype, 'push');
      try {
        socket.write(last);
        await once(socket, 'readable');
        stored.mockClear();
        socket.on('error', () => undefined).resume();
        for (let each = 0; each < 100; each++) socket.write('x'.repeat(65_536));
        await once(socket, 'drain');
        expect(stored.mock.calls.length).toBe(0);
        await pdu.seconds(6);
        await eventually(() => !socket.write('x') || socket.destroyed);
      } finally {
        stored.mockRestore();
        socket.destroy();
      }
    },
  );

  it('slow a client down that sends more than a hundred commands a second', async () => {
    await withClient(async (client) => {
      client.send('NETVER\n'.repeat(150));
      for (let answer = 0; answer < 100; answer++) await client.answer();
      const next = client.answer();
      await expect(Promise.race([next, Promise.resolve('none')])).resolves.toBe('none');
      await pdu.seconds(1);
      expect(await next).toBe('1.3');
    });
  });

  it('close a connection that is idle for ten minutes, unless it has logged in', async () => {
    const idle = await NutClient.connect(port);
    await idle.ask('VER');
    await asAdmin(async (client) => {
      expect(await client.ask('LOGIN pdu')).toBe('OK');
      pdu.clock.advance(601_000);
      await pdu.poll();
      await idle.closed();
      expect(await client.ask('NETVER')).toBe('1.3');
    });
  });

  /** A connection that is served, once those of the test before have been closed. */
  async function connected(): Promise<NutClient> {
    let client = await NutClient.connect(port);
    await eventually(async () => {
      if ((await client.ask('NETVER').catch(() => '')) === '1.3') return true;
      client = await NutClient.connect(port);
      return false;
    });
    return client;
  }

  it('are 16 connections of one address', async () => {
    const clients: NutClient[] = [];
    for (let each = 0; each < 16; each++) clients.push(await connected());
    const refused = async () => (await protocolState(pdu, 'nut')).traffic.refused.get('connections') ?? 0;
    const before = await refused();
    const other = await NutClient.connect(port);
    await other.closed();
    clients.forEach((client) => client.close());
    expect(await refused()).toBe(before + 1);
  });

  it('end with the server when it is switched off', async () => {
    const client = await connected();
    await protocolOff(pdu, admin, 'nut');
    await client.closed();
    await expect(NutClient.connect(port)).rejects.toThrow('ECONNREFUSED');
    port = await protocolOn(pdu, admin, 'nut', { nutName: 'rack-7' });
    expect(await ask('LIST UPS')).toContain('UPS rack-7 "Rackfeed PDU"');
    expect(await ask('LIST VAR pdu')).toBe('ERR UNKNOWN-UPS');
    await admin.post('/api/conf', { nutName: 'pdu' });
  });
});

describe('the rights of a NUT client', () => {
  interface Cell {
    readonly name: string;
    /** The request of HTTP, and what it answers to those who may. */
    readonly http: readonly [method: string, path: string, body?: object];
    readonly nut: string;
  }
  const outlets = [1, 2];
  const cells: readonly Cell[] = [
    ...outlets.flatMap((outlet): Cell[] => [
      { name: `reads outlet ${outlet}`, http: ['GET', `/api/outlets/${outlet}`], nut: `GET VAR pdu outlet.${outlet}.status` },
      ...(['off', 'on', 'cycle'] as const).map((word) => ({
        name: `${word} of outlet ${outlet}`,
        http: ['PUT', `/api/outlets/${outlet}`, { state: word === 'cycle' ? 'REBOOT' : word.toUpperCase() }] as const,
        nut: `INSTCMD pdu outlet.${outlet}.load.${word}`,
      })),
      {
        name: `names outlet ${outlet}`,
        http: ['PUT', `/api/outlets/${outlet}`, { outletName: `Outlet ${outlet}` }],
        nut: `SET VAR pdu outlet.${outlet}.desc "Outlet ${outlet}"`,
      },
    ]),
    { name: 'switches an unknown outlet', http: ['PUT', '/api/outlets/99', { state: 'ON' }], nut: 'INSTCMD pdu outlet.99.load.on' },
    { name: 'reads the inlet', http: ['GET', '/api/inlets'], nut: 'GET VAR pdu input.frequency' },
    { name: 'reads a bank', http: ['GET', '/api/banks'], nut: 'GET VAR pdu outlet.group.1.current' },
    { name: 'reads a sensor', http: ['GET', '/api/sensors'], nut: 'GET VAR pdu ambient.1.temperature' },
    { name: 'names a bank', http: ['PUT', '/api/banks/1200612', { bankName: 'Bank 1' }], nut: 'SET VAR pdu outlet.group.1.name "Bank 1"' },
  ]; // prettier-ignore
  /** The words for a refusal; every other answer is one to somebody who may. */
  const outcomeOf = (answer: string): string =>
    /^ERR (ACCESS-DENIED|VAR-NOT-SUPPORTED)/.test(answer) ? 'refused' : answer.startsWith('ERR') ? answer : 'done';
  const statusOf = (status: number): string =>
    status === 200 ? 'done' : status === 403 ? 'refused' : status === 404 ? 'ERR CMD-NOT-SUPPORTED' : String(status);

  it('are those of HTTP, for every role and command', async () => {
    const { body: group } = await admin.post('/api/groups', { groupName: 'pair', outlets: ['1', '2'] });
    const number = pdu.model.banks.length + Number(group.id);
    const all: Cell[] = [
      ...cells,
      { name: 'reads the group', http: ['GET', `/api/groups/${group.id}`], nut: `GET VAR pdu outlet.group.${number}.name` },
      { name: 'switches the group', http: ['PUT', `/api/groups/${group.id}`, { state: 'ON' }], nut: `INSTCMD pdu outlet.group.${number}.load.on` },
      { name: 'names the group', http: ['PUT', `/api/groups/${group.id}`, { groupName: 'pair' }], nut: `SET VAR pdu outlet.group.${number}.name pair` },
    ]; // prettier-ignore
    const people = await matrixUsers(pdu);
    const clients = new Map<MatrixUser, NutClient>();
    for (const user of people) {
      for (const open of clients.values()) open.close();
      clients.clear();
      const client = await NutClient.signedIn(port, user.person.name, USER_PASSWORD);
      clients.set(user, client);
      const found = await differences({
        users: [user],
        nameOf: ({ person }) => person.name,
        cells: all,
        overHttp: async ({ person }, { http: [method, path, body] }) => {
          await pdu.seconds(1); // budgets of commands and requests
          return statusOf((await pdu.request(method, path, body, await person.headers('token'))).status);
        },
        overProtocol: async (_, { nut }) => outcomeOf(await client.ask(nut)),
      });
      expect(found).toEqual([]);
      // The list has exactly the commands that may be given.
      const modifiable = [1, 2].filter((outlet) =>
        user.person.lists('modifyOutlets', pdu.model.outlets[outlet - 1]?.id),
      );
      const listed = (await client.commands()).filter((name) => /^outlet\.[12]\.load\.off$/.test(name));
      expect(listed).toEqual(modifiable.map((outlet) => `outlet.${outlet}.load.off`));
    }
    for (const open of clients.values()) open.close();
    await admin.delete(`/api/groups/${group.id}`);
  });
});

describe('any line', () => {
  /** FUZZ=1000000 sends as many lines. */
  const COUNT = Number(process.env['FUZZ'] ?? 2000);
  const CHUNK = 1000;
  const word = fc.oneof(
    fc.constantFrom('GET', 'LIST', 'SET', 'INSTCMD', 'USERNAME', 'PASSWORD', 'LOGIN', 'FSD', 'PRIMARY', 'TRACKING', 'HELP'),
    fc.constantFrom('VAR', 'RW', 'CMD', 'TYPE', 'DESC', 'CMDDESC', 'ENUM', 'RANGE', 'UPS', 'CLIENT', 'NUMLOGINS', 'UPSDESC'),
    fc.constantFrom('pdu', 'ups.status', 'outlet.1.desc', 'outlet.1.load.off', 'load.off', 'outlet.group.1.name', '__proto__'),
    fc.constantFrom('"', '\\', '""', 'constructor', 'outlet.99999999999.load.off', 'outlet.-1.desc', 'ON', 'OFF'),
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
  ); // prettier-ignore
  const line = fc.array(word, { maxLength: 6 }).map((words) => words.join(' ').replaceAll('\n', ''));

  it(`is answered with one answer, and none of ${COUNT} moves a relay`, async () => {
    const logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const moves = spyOnOutlets();
    const begin = () => new NutSession(server, '192.0.2.9', { isEncrypted: false });
    let session = begin();
    const signedIn = jest.spyOn(server, 'signIn').mockResolvedValue(undefined);
    let earlier = 0;
    for (let sent = 0; sent < COUNT; sent += CHUNK) {
      for (const each of fc.sample(line, { numRuns: CHUNK, seed: sent })) {
        const { text, then } = await session.answer(Buffer.from(each).toString('latin1'));
        if (!/^[ -~]*\n$|^BEGIN LIST [ -~\n]*\nEND LIST [ -~]*\n$/.test(String(text)))
          throw new Error(`${each}: ${String(text)}`);
        if (then) session = begin();
      }
      await new Promise((resolve) => setImmediate(resolve));
      if (earlier === 0 && sent >= COUNT / 5) earlier = process.memoryUsage().rss;
    }
    // The heap of a short run still grows.
    if (COUNT >= 100_000) expect(process.memoryUsage().rss / earlier).toBeLessThan(1.1);
    expect(moves()).toEqual([]);
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
    signedIn.mockRestore();
  }, 3_600_000);
});

describe('wrong passwords', () => {
  it('lock the account for HTTP too after the fifth, and leave a record', async () => {
    const other = await aPdu({ env: ON_LOOPBACK });
    const owner = await other.as('admin');
    await owner.post('/api/users', { username: 'anna', roleId: 1, password: USER_PASSWORD });
    const at = await protocolOn(other, owner, 'nut');
    for (let attempt = 0; attempt < 5; attempt++) {
      await expect(NutClient.signedIn(at, 'anna', `wrong-${attempt}`)).rejects.toThrow('ERR ACCESS-DENIED');
    }
    const answer = await other.request('POST', '/api/login', { username: 'anna', password: USER_PASSWORD });
    expect(answer.status).toBe(401);
    await expect(NutClient.signedIn(at, 'anna', USER_PASSWORD)).rejects.toThrow('ERR ACCESS-DENIED');
    const { entries } = (await owner.get('/api/log')).body;
    const failed = { kind: 'session.signInFailed', via: 'nut', who: 'anna', address: '127.0.0.1' };
    expect(entries).toContainEqual(expect.objectContaining(failed));
    await other.stop();
  });
});

/** Runs a program of nut-client. */
const run = (program: string, ...argv: string[]) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(program, argv, { timeout: scaledTimeLimit(20_000) }, (error, stdout, stderr) => {
      const said = error?.killed ? `${program} has not ended in time: ${stderr}` : stderr;
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr: said });
    });
  });

describeWith('upsc', 'the programs of NUT', () => {
  const device = () => `pdu@127.0.0.1:${port}`;
  const as = (name: string, password = USER_PASSWORD) => ['-u', name, '-p', password];
  let user: string;
  beforeAll(async () => {
    // upscmd and upsrw do not quote a password, so it has no blank.
    user = 'operator';
    const id = (await admin.post('/api/users', { username: user, roleId: 1, password: 'no-blank-77' })).body.id;
    expect(id).toBeDefined();
  });

  it('upsc lists the device and its variables, and says what there is not', async () => {
    expect(await run('upsc', '-l', `127.0.0.1:${port}`)).toMatchObject({ code: 0, stdout: 'pdu\n' });
    const { stdout } = await run('upsc', device());
    expect(stdout).toContain('outlet.2.status: on\n');
    expect(stdout.split('\n').length).toBe(Object.keys(await withClient((client) => client.variables())).length + 1);
    expect(await run('upsc', device(), 'outlet.2.status')).toMatchObject({ code: 0, stdout: 'on\n' });
    expect(await run('upsc', device(), 'no.such')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Variable not supported by UPS'),
    });
  });

  it('upscmd lists the commands and switches', async () => {
    const [, second = ''] = pdu.model.outlets.map(({ id }) => id);
    const few = await aUser({ viewOutlets: [second], modifyOutlets: [second] });
    await admin.post('/api/users', { username: 'guest', roleId: 1, password: 'no-blank-77' });
    const listing = run('upscmd', '-l', device());
    // More than a hundred commands: the rest is answered when the next second begins.
    const state = { isListed: false };
    void listing.then(() => (state.isListed = true));
    await eventually(async () => {
      if (!state.isListed) await pdu.seconds(1);
      return state.isListed;
    });
    expect((await listing).stdout).toContain('outlet.3.load.off - Turn off the load of outlet 3');
    expect(await run('upscmd', ...as(user, 'no-blank-77'), device(), 'outlet.3.load.off')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/OK\n$/),
    });
    expect(await stateOf(3)).toBe('OFF');
    expect(await run('upscmd', '-w', ...as(user, 'no-blank-77'), device(), 'outlet.3.load.on')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/SUCCESS\n$/),
    });
    const denied = { code: 1, stderr: expect.stringContaining('ERR ACCESS-DENIED') };
    expect(await run('upscmd', ...as('guest', 'wrong'), device(), 'outlet.3.load.off')).toMatchObject(denied);
    const own = await pdu.signIn(few, USER_PASSWORD);
    const { accessToken } = (await own.post(`/api/users/${own.userId}/token`)).body;
    expect(await run('upscmd', ...as(few, accessToken), device(), 'outlet.3.load.off')).toMatchObject(denied);
    expect(await stateOf(3)).toBe('ON');
  });

  it('upsrw shows and sets the names', async () => {
    const set = (assignment: string) => run('upsrw', '-s', assignment, ...as(user, 'no-blank-77'), device());
    expect(await set('outlet.4.desc=web 01')).toMatchObject({ code: 0, stderr: expect.stringMatching(/OK\n$/) });
    expect((await admin.get('/api/outlets/4')).body.outletName).toBe('web 01');
    expect(await set('outlet.4.status=off')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ERR READONLY'),
    });
  });

  it.each([
    ['over TLS', true],
    ['in plain text', false],
  ])('upsmon sees OL as secondary and as primary %s, and shuts nothing down when the PDU restarts', async (_, tls) => {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-upsmon-'));
    const lines = [
      `MONITOR ${device()} 1 ${user} no-blank-77 secondary`,
      `MONITOR pdu@localhost:${port} 1 ${user} no-blank-77 primary`,
      'MINSUPPLIES 1',
      `SHUTDOWNCMD "touch ${join(folder, 'shutdown')}"`,
      'POLLFREQ 1',
      'POLLFREQALERT 1',
      'DEADTIME 3',
    ];
    // It asks for TLS, and goes on without it when there is no certificate.
    const certificate = jest.spyOn(server, 'canEncrypt');
    if (!tls) certificate.mockResolvedValue(false);
    writeFileSync(join(folder, 'upsmon.conf'), `${lines.join('\n')}\n`, { mode: 0o600 });
    const environment = { NUT_CONFPATH: folder, NUT_STATEPATH: folder };
    // One of an earlier run would be taken for a monitor that still runs.
    rmSync('/run/nut/upsmon.pid', { force: true });
    const monitor = new LineProcess('/lib/nut/upsmon', ['-D', '-D', '-D', '-F', '-p'], environment);
    /** Waits until the monitor has written this of both devices, or so many times more. */
    const both = async (text: RegExp, more = 2) => {
      let before: number | undefined;
      await monitor.until((__, errors) => {
        const count = (errors.match(text) ?? []).length;
        return count >= (before ??= more > 2 ? count : 0) + more;
      });
    };
    try {
      await both(/parse_status: \[OL\]/g);
      expect(await ask('GET NUMLOGINS pdu')).toBe('NUMLOGINS pdu 2');
      expect(certificate).toHaveBeenCalledTimes(2);
      await both(tls ? /Connected to NUT server \S+ in SSL/g : /pollups: \S+\n/g);
      // A minute of the PDU ends no login, and the monitor goes on reading.
      await pdu.seconds(60);
      await both(/parse_status: \[OL\]/g, 4);
      await protocolOff(pdu, admin, 'nut');
      await both(/Communications with UPS \S+ lost/g);
      await admin.post('/api/conf', { nutEnabled: true });
      expect((await protocolState(pdu, 'nut')).port).toBe(port);
      await both(/Communications with UPS \S+ established/g);
      expect(existsSync(join(folder, 'shutdown'))).toBe(false);
    } finally {
      await monitor.stop();
      certificate.mockRestore();
      rmSync('/run/nut/upsmon.pid', { force: true });
      rmSync(folder, { recursive: true });
    }
  });
});

describeWith('upsd', 'a dialogue with upsd 2.8.0', () => {
  let upsd: UpsdProcess;
  beforeAll(async () => {
    upsd = await UpsdProcess.start({
      'ups.status': 'OL',
      'outlet.count': '36',
      'outlet.1.desc': 'Outlet 1',
      'outlet.1.status': 'on',
    });
    const { name: username, password } = UPSD_USER;
    await admin.post('/api/users', { username, roleId: 1, password });
    await admin.post('/api/conf', { nutFsdAllowed: true });
  });
  afterAll(async () => {
    await upsd.stop();
    await admin.delete('/api/nut/fsd');
  });

  const LINES =
    `VER|ver|NETVER|PROTVER|HELP||NOPE|VER now|LIST|LIST UPS|list ups|LIST NOPE pdu x|LIST VAR|LIST VAR nope|LIST VAR pdu
LIST RW pdu|LIST CMD pdu|LIST CMD nope|LIST CLIENT pdu|LIST ENUM pdu|LIST ENUM pdu ups.status|LIST ENUM pdu no.such|LIST RANGE pdu outlet.1.status
GET|GET NOPE pdu x|GET VAR pdu|GET VAR pdu ups.status|GET VAR pdu ups.status surplus|GET VAR "pdu" "ups.status"|  GET	VAR pdu ups\\.status
GET VAR nope ups.status|GET VAR pdu no.such|GET VAR pdu "no such"|GET VAR pdu server.version|GET VAR nope server.nope|GET TYPE pdu outlet.1.desc
GET TYPE pdu no.such|GET DESC pdu no.such|GET CMDDESC pdu no.such|GET UPSDESC pdu|GET UPSDESC nope|GET NUMLOGINS pdu|GET TRACKING|GET TRACKING abc
SET|SET VAR pdu outlet.1.desc x|SET TRACKING ON|INSTCMD|INSTCMD pdu load.off|LOGIN pdu|PRIMARY pdu|MASTER pdu|FSD pdu|USERNAME|USERNAME a b|PASSWORD
USERNAME monitor|USERNAME monitor|LOGIN pdu|PASSWORD secret-77|PASSWORD secret-77|LOGIN|LOGIN nope|LOGIN pdu|LOGIN pdu|LIST CLIENT pdu
GET NUMLOGINS pdu|PRIMARY pdu|MASTER pdu|PRIMARY nope|FSD nope|FSD pdu|GET VAR pdu ups.status|SET|SET NOPE x|SET VAR pdu x|SET VAR nope a b
SET VAR pdu no.such x|SET VAR pdu outlet.1.desc "web 01"|SET TRACKING nope|SET TRACKING ON|GET TRACKING|GET TRACKING abc
SET VAR pdu outlet.1.desc "Outlet 1"|INSTCMD pdu load.off|INSTCMD pdu no.such|INSTCMD nope load.off|SET TRACKING off|GET TRACKING|LOGOUT now|LOGOUT`.split(
      /[|\n]/,
    );

  /** The answer without what differs by nature: the product, values, the content of lists, lengths and ids. */
  const shapeOf = (answer: string): string =>
    answer
      .replace(/^(Network UPS Tools upsd 2\.8\.0).*/, '$1')
      .replace(/^(BEGIN LIST (VAR|RW|CMD) .*\n)[^]*\n(END LIST)/, '$1…\n$3')
      .replace(/STRING:\d+/, 'STRING:…')
      .replace(/TRACKING [0-9A-F-]{36}/, 'TRACKING …');

  async function dialogue(at: number, lines: readonly string[]): Promise<string[]> {
    const client = await NutClient.connect(at);
    const answers: string[] = [];
    for (const line of lines) answers.push(`${line} → ${shapeOf(await client.ask(line))}`);
    await client.closed();
    return answers;
  }

  it('has the same answers', async () => {
    expect(LINES.length).toBeGreaterThan(60);
    expect(await dialogue(port, LINES)).toEqual(await dialogue(upsd.port, LINES));
    for (let outlet = 1; outlet <= 36; outlet++) await turnOn(outlet);
  });

  it('differs where this is meant: a wrong password is refused at once, and the state of an outlet is read only', async () => {
    const wrong = ['USERNAME monitor', 'PASSWORD wrong', 'INSTCMD pdu load.off', 'LOGOUT'];
    const [, here] = await dialogue(port, wrong);
    const [, there] = await dialogue(upsd.port, wrong);
    expect([here, there]).toEqual(['PASSWORD wrong → ERR ACCESS-DENIED', 'PASSWORD wrong → OK']);
    const set = ['USERNAME monitor', 'PASSWORD secret-77', 'SET VAR pdu outlet.1.status off', 'LOGOUT'];
    expect((await dialogue(port, set))[2]).toContain('ERR READONLY');
    expect((await dialogue(upsd.port, set))[2]).toContain('OK');
  });
});
