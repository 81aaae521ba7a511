import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Delivery } from '../../src/outbound/delivery.js';
import { notificationOf } from '../../src/actions/channels/trap/trap-notifications.js';
import { ActionDispatcherService } from '../../src/actions/execution/action-dispatcher.service.js';
import { TrapChannel } from '../../src/actions/channels/trap/trap.channel.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { aRack } from '../support/modules/event-rack.js';
import { aChannelBench, unlimited, type ChannelBench } from '../support/modules/channel-bench.js';
import { anOccurrence } from '../support/fixtures/event-occurrence.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';
import { describeWith } from '../support/process/programs.js';
import { MIB_ARGUMENTS, TrapReceiver, type TrapUser } from '../support/servers/trap-receiver.js';

const AUTH = 'an authentication passphrase';
const PRIV = 'a privacy passphrase';
const user = (name: string, level: TrapUser['level'], keys = ''): TrapUser => ({ name, level, keys });
const USERS = [
  user('nobody', 'noauth'),
  user('sha', 'auth', `SHA "${AUTH}"`),
  user('md5', 'auth', `MD5 "${AUTH}"`),
  user('shaaes', 'priv', `SHA "${AUTH}" AES "${PRIV}"`),
  user('md5des', 'priv', `MD5 "${AUTH}" DES "${PRIV}"`),
  user('shades', 'priv', `SHA "${AUTH}" DES "${PRIV}"`),
  user('md5aes', 'priv', `MD5 "${AUTH}" AES "${PRIV}"`),
];

describeWith('snmptrapd', 'a trap, as snmptrapd reads it by the project’s MIB file', () => {
  let bench: ChannelBench;
  let receiver: TrapReceiver;
  let seen = 0;
  beforeAll(async () => {
    bench = await aChannelBench();
    await bench.set({ deviceName: 'Rack 7 – Süd' });
    receiver = await TrapReceiver.start((await bench.engine.running()).id, USERS);
  });
  afterAll(async () => {
    await receiver.stop();
    await bench.stop();
  });

  const manager = () => `127.0.0.1:${receiver.port}`;
  const arrived = async (sending: Promise<Delivery>): Promise<string[]> => {
    expect(await sending).toMatchObject({ delivered: true });
    return (await receiver.traps(++seen)).at(-1) ?? [];
  };

  it('describes the PDU, the bank and the event, each with its name and unit', async () => {
    const [uptime, oid, ...variables] = await arrived(
      bench.trap.sendV2(manager(), 'traps', anOccurrence(), unlimited()),
    );
    expect(uptime).toMatch(/Timeticks/);
    expect(oid).toMatch(/= OID: RACKFEED-SYNLINK-MIB::bankCurrentMaxThreshold$/);
    const M = 'RACKFEED-SYNLINK-MIB::';
    expect(variables).toEqual([
      `${M}deviceName.0 = STRING: Rack 7 – Süd`,
      expect.stringMatching(new RegExp(`^${M}deviceIpAddress\\.0 = IpAddress: \\d+\\.\\d+\\.\\d+\\.\\d+$`)),
      `${M}bankCurrentRms.1 = INTEGER: 17250 0.001 A`,
      `${M}bankName.1 = STRING: Bank 1`,
      expect.stringMatching(new RegExp(`^${M}bankLines\\.1 = STRING: L1`)),
      `${M}bankUuid.1 = STRING: ${bench.pdu.model.banks[0]?.id}`,
      `${M}eventType.7 = STRING: bank`,
      `${M}eventCode.7 = INTEGER: 31`,
      `${M}eventName.7 = STRING: Bank 1 overloaded`,
      `${M}eventTriggerAttr1.7 = STRING: 1200578`,
      `${M}eventTriggerAttr2.7 = STRING: 16`,
      `${M}eventTriggerAttr3.7 = STRING: 3`,
    ]);
  });

  it('is accepted with its community only', async () => {
    expect(
      await bench.trap.sendV2(manager(), 'guessed', anOccurrence({ eventName: 'from a stranger' }), unlimited()),
    ).toMatchObject({
      delivered: true,
    });
    await arrived(bench.trap.sendV2(manager(), 'traps', anOccurrence(), unlimited()));
    expect(receiver.text).not.toContain('from a stranger');
  });

  it('writes truth values, outlet states and empty parameters', async () => {
    const outlet = bench.pdu.model.outlets[2];
    const of = {
      objectKind: 'outlet',
      objectId: outlet?.id ?? '',
      code: 45,
      params: [outlet?.id ?? '', '1', ''],
    } as const;
    const variables = await arrived(bench.trap.sendV2(manager(), 'traps', anOccurrence(of), unlimited()));
    expect(variables.join('\n')).toMatch(/outletState\.3 = INTEGER: closed\(1\)/);
    expect(variables.join('\n')).toMatch(/outletCurrentRms\.3 = INTEGER: 17250 0\.001 A/);
    expect(variables.join('\n')).toMatch(/eventTriggerAttr3\.7 = (STRING: |"")$/m);
    const trip = await arrived(
      bench.trap.sendV2(manager(), 'traps', anOccurrence({ code: 30, params: ['1200578'] }), unlimited()),
    );
    expect(trip.join('\n')).toMatch(/bankBreakerState\.1 = INTEGER: true\(1\)/);
  });

  it('omits unknown values', async () => {
    const unknown = anOccurrence({ objectId: 'gone', code: 30 });
    const variables = await arrived(bench.trap.sendV2(manager(), 'traps', unknown, unlimited()));
    expect(variables.join('\n')).toMatch(/bankCurrentRms\.1 = No Such Instance/);
  });

  it.each([0, 12, 13, 14, ...between(15, 46), ...between(49, 65)])('has a name for event code %i', async (code) => {
    const line = { objectKind: 'line', objectId: 'L1' } as const;
    const occurrence = anOccurrence({ code, ...((code === 13 || code === 14) && line) });
    const [, oid, ...variables] = await arrived(bench.trap.sendV2(manager(), 'traps', occurrence, unlimited()));
    expect(oid).toMatch(/RACKFEED-SYNLINK-MIB::[a-z][A-Za-z0-9]+$/);
    const names = variables.map((text) => /^RACKFEED-SYNLINK-MIB::(\w+)\./.exec(text)?.[1]);
    expect(names).toEqual(notificationOf(code).objects);
  });

  describe('of version 3', () => {
    it.each([
      ['nobody', 'noAuthNoPriv', 'SHA', 'AES'],
      ['sha', 'authNoPriv', 'SHA', 'AES'],
      ['md5', 'authNoPriv', 'MD5', 'AES'],
      ['shaaes', 'authPriv', 'SHA', 'AES'],
      ['md5des', 'authPriv', 'MD5', 'DES'],
      ['shades', 'authPriv', 'SHA', 'DES'],
      ['md5aes', 'authPriv', 'MD5', 'AES'],
    ] as const)('is read from the user %s: %s with %s and %s', async (name, security, auth, privacy) => {
      await bench.set({
        snmp3TrapUser: name,
        snmp3TrapSecurity: security,
        snmp3TrapAuthProtocol: auth,
        snmp3TrapPrivacyProtocol: privacy,
        snmp3AuthPass: AUTH,
        snmp3PrivacyPass: PRIV,
      });
      const variables = await arrived(bench.trap.sendV3(manager(), anOccurrence(), unlimited()));
      expect(variables.join('\n')).toMatch(/bankCurrentRms\.1 = INTEGER: 17250/);
    });

    it('has its engine id in the API, which a receiver needs', async () => {
      const { id } = await bench.engine.running();
      const sending = bench.trap.sendV3(manager(), anOccurrence(), unlimited());
      await arrived(sending);
      expect(await sending).toMatchObject({ detail: expect.stringContaining(`0x${id.toString('hex')}`) });
    });

    it('is still read after hours, because its engine time advances', async () => {
      await bench.set({ snmp3TrapUser: 'shaaes', snmp3TrapSecurity: 'authPriv', snmp3TrapAuthProtocol: 'SHA' });
      await bench.set({ snmp3TrapPrivacyProtocol: 'AES' });
      await arrived(bench.trap.sendV3(manager(), anOccurrence(), unlimited()));
      bench.pdu.clock.advance(3 * 3600_000);
      await arrived(bench.trap.sendV3(manager(), anOccurrence({ eventName: 'hours later' }), unlimited()));
      expect(receiver.text).toContain('hours later');
    });

    it('is not read with a wrong passphrase', async () => {
      await bench.set({ snmp3AuthPass: 'another passphrase' });
      expect(await bench.trap.sendV3(manager(), anOccurrence({ eventName: 'forged' }), unlimited())).toMatchObject({
        delivered: true,
      });
      await arrived(bench.trap.sendV2(manager(), 'traps', anOccurrence(), unlimited()));
      expect(receiver.text).not.toContain('forged');
    });

    it.each([
      ['snmp3TrapUser', { snmp3TrapUser: '' }],
      ['snmp3AuthPass', { snmp3TrapUser: 'shaaes', snmp3TrapSecurity: 'authNoPriv', snmp3AuthPass: '' }],
      [
        'snmp3PrivacyPass',
        { snmp3TrapUser: 'shaaes', snmp3TrapSecurity: 'authPriv', snmp3AuthPass: AUTH, snmp3PrivacyPass: '' },
      ],
    ] as const)('is not attempted without %s, and gives the reason', async (key, change) => {
      await bench.set(change);
      expect(await bench.trap.sendV3(manager(), anOccurrence(), unlimited())).toEqual({
        delivered: false,
        retry: false,
        reason: expect.stringContaining(key),
      });
    });
  });
});

describe('a trap', () => {
  let bench: ChannelBench;
  beforeAll(async () => {
    bench = await aChannelBench({ model: 'three-phase-36' });
  });
  afterAll(() => bench.stop());

  it.each(['169.254.169.254', '255.255.255.255', '224.0.0.1', '0.0.0.0', '[ff02::1]:162'])(
    'is never sent to %s',
    async (host) => {
      expect(await bench.trap.sendV2(host, 'traps', anOccurrence(), unlimited())).toMatchObject({
        delivered: false,
        retry: false,
      });
    },
  );

  it('is never sent to a port of the controller itself', async () => {
    await bench.set({ snmpPort: 1161 });
    for (const host of [new URL(bench.pdu.url).host, '127.0.0.1:1161']) {
      expect(await bench.trap.sendV2(host, 'traps', anOccurrence(), unlimited())).toMatchObject({
        delivered: false,
        retry: false,
        reason: expect.stringContaining('a socket of Rackfeed itself'),
      });
    }
  });

  it('of version 3 carries the engine boots and engine time, which a receiver checks', async () => {
    await bench.set({ snmp3TrapUser: 'nobody', snmp3TrapSecurity: 'noAuthNoPriv' });
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const { id } = await bench.engine.running();
    const next = async (): Promise<number[]> => {
      const packet = new Promise<Buffer>((resolve) => socket.once('message', resolve));
      await bench.trap.sendV3(`127.0.0.1:${socket.address().port}`, anOccurrence(), unlimited());
      const bytes = await packet;
      return integersAfter(bytes, bytes.indexOf(id) + id.length, 2);
    };
    expect(await next()).toEqual([1, 0]);
    bench.pdu.clock.advance(3 * 3600_000);
    expect(await next()).toEqual([1, 10_800]);
    socket.close();
  });

  it.each(['v2', 'v3'])(
    'of version %s is not sent when the time limit comes before its receiver is resolved',
    async (version) => {
      await bench.set({ snmp3TrapUser: 'nobody', snmp3TrapSecurity: 'noAuthNoPriv' });
      const socket = createSocket('udp4');
      const packets: Buffer[] = [];
      socket.on('message', (packet) => packets.push(packet));
      await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
      const receiver = `127.0.0.1:${socket.address().port}`;
      const send = (eventName: string, signal: AbortSignal): Promise<Delivery> =>
        version === 'v3'
          ? bench.trap.sendV3(receiver, anOccurrence({ eventName }), signal)
          : bench.trap.sendV2(receiver, 'traps', anOccurrence({ eventName }), signal);
      const limit = new AbortController();
      const sending = send('too late', limit.signal);
      limit.abort(new Error('no answer within 10 s'));
      expect(await sending).toEqual({
        delivered: false,
        retry: true,
        reason: expect.stringContaining('no answer within 10 s'),
      });
      expect(await send('in time', unlimited())).toMatchObject({ delivered: true });
      await eventually(() => packets.some((packet) => packet.includes('in time')));
      socket.close();
      expect(packets).toHaveLength(1);
    },
  );

  it('does not wait for a missing receiver', async () => {
    const began = performance.now();
    expect(await bench.trap.sendV2('127.0.0.1:9', 'traps', anOccurrence(), unlimited())).toMatchObject({
      delivered: true,
    });
    expect(performance.now() - began).toBeLessThan(scaledTimeLimit(2000));
  });

  it.each([
    ['L1', 2, 'inletLine1CurrentRms'],
    ['L2', 3, 'inletLine2CurrentRms'],
    ['L3', 4, 'inletLine3CurrentRms'],
  ])('of trigger %s is notification %i and carries %s', (line, number, measured) => {
    const [inlet] = bench.pdu.model.inlets;
    const id = inlet?.lineIds.find((each) => each.line === line)?.id ?? '';
    for (const objectId of [id, line]) {
      const trap = bench.trap.preview(anOccurrence({ code: 13, objectKind: 'line', objectId }));
      expect(trap.oid).toBe(`1.3.6.1.4.1.21728.4.9.0.${number}`);
      expect(trap.variables[2]).toMatchObject({ name: measured, value: 17250 });
      expect(trap.variables[4]).toMatchObject({ name: 'inletPlug', value: inlet?.plug });
    }
  });
});

describe('a trap of a transfer switch', () => {
  let bench: ChannelBench;
  beforeAll(async () => {
    bench = await aChannelBench({ model: 'ats-8' });
  });
  afterAll(() => bench.stop());

  it.each([
    [55, 2, 'B'],
    [56, 1, 'A'],
    [57, 2, 'B'],
    [58, 2, 'B'],
  ])('with code %i is about inlet %i, that is %s', (code, row, letter) => {
    const rack = aRack('ats-8').watching(code, []);
    const [primary = '', secondary = ''] = rack.model.inlets.map(({ id }) => id);
    rack.inlet(secondary, { active: code === 56, ready: code !== 58 }).inlet(primary, { active: code === 55 });
    rack.seconds(1);
    rack.inlet(secondary, { active: code === 55, ready: code !== 57 }).inlet(primary, { active: code === 56 });
    const [occurrence] = rack.seconds(1).occurrences;
    const { variables } = bench.trap.preview(occurrence ?? anOccurrence());
    expect(variables[3]).toMatchObject({ oid: `1.3.6.1.4.1.21728.4.2.1.1.21.${row}`, value: letter });
    expect(variables[4]).toMatchObject({ name: 'atsInletReady', value: true });
  });
});

describeWith('snmptrapd', 'the MIB file', () => {
  it('is read by net-snmp without a warning', () => {
    const { stdout, stderr } = spawnSync(
      'snmptranslate',
      [...MIB_ARGUMENTS, '-Pe', '-On', 'RACKFEED-SYNLINK-MIB::synLinkCompliance'],
      { encoding: 'utf8' },
    );
    // On its first run net-snmp creates its own folder, and prints a message.
    expect(stderr.replace(/^Created directory: .*\n/gm, '')).toBe('');
    expect(stdout.trim()).toBe('.1.3.6.1.4.1.21728.4.10.2.1');
  });
});

/** Reads `count` BER integers from an offset. */
function integersAfter(bytes: Buffer, place: number, count: number): number[] {
  const values: number[] = [];
  for (let at = place; values.length < count; at += 2 + (bytes[at + 1] ?? 0)) {
    values.push(bytes.readIntBE(at + 2, bytes[at + 1] ?? 1));
  }
  return values;
}

function between(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place);
}

describeWith('snmptrapd', 'an inform', () => {
  let bench: ChannelBench;
  let receiver: TrapReceiver;
  beforeAll(async () => {
    bench = await aChannelBench();
    await bench.set({ snmpInformEnabled: true, deviceName: 'Rack 8' });
    receiver = await TrapReceiver.start(undefined, USERS);
  });
  afterAll(async () => {
    await receiver.stop();
    await bench.stop();
  });
  const ACKNOWLEDGED = { delivered: true, detail: 'The receiver has acknowledged the inform.' };

  it('of version 2c is delivered when the receiver has acknowledged it', async () => {
    const manager = `127.0.0.1:${receiver.port}`;
    expect(await bench.trap.sendV2(manager, 'traps', anOccurrence(), unlimited())).toEqual(ACKNOWLEDGED);
    const [first] = await receiver.traps(1);
    expect(first?.join('\n')).toContain('Rack 8');
  });

  it.each([
    ['sha', 'authNoPriv', 'SHA', 'AES'],
    ['shaaes', 'authPriv', 'SHA', 'AES'],
    ['md5des', 'authPriv', 'MD5', 'DES'],
  ] as const)('of version 3 is acknowledged to the user %s', async (name, security, auth, privacy) => {
    await bench.set({
      snmp3TrapUser: name,
      snmp3TrapSecurity: security,
      snmp3TrapAuthProtocol: auth,
      snmp3TrapPrivacyProtocol: privacy,
      snmp3AuthPass: AUTH,
      snmp3PrivacyPass: PRIV,
    });
    expect(await bench.trap.sendV3(`127.0.0.1:${receiver.port}`, anOccurrence(), unlimited())).toEqual(ACKNOWLEDGED);
  });

  it('that nobody acknowledges has failed, and is worth another attempt', async () => {
    const silent = createSocket('udp4');
    await new Promise<void>((resolve) => silent.bind(0, '127.0.0.1', resolve));
    const limit = new AbortController();
    silent.once('message', () => limit.abort());
    const sending = bench.trap.sendV2(`127.0.0.1:${silent.address().port}`, 'traps', anOccurrence(), limit.signal);
    expect(await sending).toMatchObject({ delivered: false, retry: true });
    silent.close();
  });
});

describeWith('snmptrapd', 'an action that sends an inform', () => {
  let pdu: Pdu;
  let admin: Client;
  let receiver: TrapReceiver;
  let event: string;
  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    receiver = await TrapReceiver.start(undefined, USERS);
    const { status } = await admin.post('/api/conf', {
      snmpInformEnabled: true,
      snmp3TrapUser: 'shaaes',
      snmp3AuthPass: AUTH,
      snmp3PrivacyPass: PRIV,
    });
    expect(status).toBe(200);
    const manager = `127.0.0.1:${receiver.port}`;
    const wanted = [[18, manager, 'traps'] as const, [19, manager] as const];
    const actions: number[] = [];
    for (const [code, ...params] of wanted) {
      actions.push((await admin.post('/api/actions', { name: `Inform ${code}`, code, params })).body.id);
    }
    const overload = { name: 'Overload', code: 45, params: [pdu.model.outlets[0]?.id, '5', '0'], actions };
    event = (await admin.post('/api/events', overload)).body.id;
  });
  afterAll(async () => {
    await receiver.stop();
    await pdu.stop();
  });

  const idle = (): Promise<void> => pdu.app.get(ActionDispatcherService).idle();
  const loaded = async (loadAmps: number): Promise<void> => {
    await admin.patch('/api/simulator', { outlets: { [pdu.model.outlets[0]?.id ?? '']: { loadAmps } } });
    await pdu.seconds(2);
    await idle();
  };
  /** The runs of the two actions for the newest occurrence of the event. */
  const runs = async (): Promise<{ state: string; tries: number; detail: string }[]> =>
    (await admin.get(`/api/events/${event}/history`)).body.firings[0].actions;

  it('is recorded as acknowledged by a receiver that runs, with version 2c and 3', async () => {
    await loaded(6);
    const acknowledged = { state: 'done', tries: 1, detail: 'The receiver has acknowledged the inform.' };
    expect(await runs()).toEqual([expect.objectContaining(acknowledged), expect.objectContaining(acknowledged)]);
    for (const trap of await receiver.traps(2)) expect(trap[1]).toMatch(/outletCurrentMaxThreshold$/);
  });

  it('is tried three times while the receiver is stopped, and has failed then', async () => {
    await receiver.stop();
    pdu.app.get(TrapChannel, { strict: false }).acknowledgedWithin = 50;
    await loaded(0);
    await loaded(6);
    const tried = async (tries: number, state: string) => {
      const detail = expect.stringMatching(/^The receiver has not acknowledged the inform: .+\.$/);
      const expected = expect.objectContaining({ state, tries, detail });
      expect(await runs()).toEqual([expected, expected]);
    };
    await tried(1, 'pending');
    await pdu.seconds(5);
    await idle();
    await tried(2, 'pending');
    await pdu.seconds(30);
    await idle();
    await tried(3, 'failed');
  });
});
