import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ConfigError, readConfig } from '../config/runtime-config.js';
import { pdusIn, type ListedPdu } from './pdu-list.js';

const ENVIRONMENT = { RACKFEED_ROLE: 'collector', RACKFEED_DATA_DIR: '/srv/racks', RACKFEED_PORT: '8090' };
const SYNLINK = 'packaging/profiles/snmp-synlink-16.json';

const read = (list: unknown, more: Record<string, string> = {}): Promise<ListedPdu[]> => {
  const environment = { ...ENVIRONMENT, ...more };
  return pdusIn(typeof list === 'string' ? list : JSON.stringify(list), readConfig(environment), environment);
};

/** The sentences of the refusal, without the path of the file in front of each. */
async function faults(list: unknown): Promise<string[]> {
  const error: unknown = await read(list).then(
    () => undefined,
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof ConfigError)) throw new Error('The list was taken.');
  for (const problem of error.problems) expect(problem).toMatch(/^\/srv\/racks\/pdus\.json: /);
  return error.problems.map((problem) => problem.replace(/^\S+ /, ''));
}

const two = (more: object) => ({
  pdus: [
    { name: 'rack-1', ...more },
    { name: 'rack-2', ...more },
  ],
});

/** Two PDUs with one port at two addresses. */
const atPort = (one: string, other: string) => ({
  pdus: [
    { name: 'rack-1', RACKFEED_PORT: 443, RACKFEED_HOST: one },
    { name: 'rack-2', RACKFEED_PORT: 443, RACKFEED_HOST: other },
  ],
});

describe('the list of a collector', () => {
  it('gives each PDU a data folder and a name of its own, and no port unless it has one', async () => {
    const [first, second] = await read({ pdus: [{ name: 'rack-7-a' }, { name: 'rack-7-b', RACKFEED_PORT: 8101 }] });
    expect(first).toMatchObject({ name: 'rack-7-a', listens: false });
    expect(first?.config).toMatchObject({
      dataDir: '/srv/racks/pdus/rack-7-a',
      hostedAs: 'rack-7-a',
      role: 'controller',
    });
    expect(second).toMatchObject({ listens: true, config: { port: 8101, dataDir: '/srv/racks/pdus/rack-7-b' } });
  });

  it('prefers the variables of a PDU to those of all, and these to the environment of the collector', async () => {
    const list = {
      all: { RACKFEED_MODEL: 'ats-8', RACKFEED_HUB: 'hub.example.com' },
      pdus: [{ name: 'one', RACKFEED_MODEL: 'switched-8' }, { name: 'two' }],
    };
    const [one, two] = await read(list, { RACKFEED_HUB: 'old.example.com', RACKFEED_LOG_LEVEL: 'warn' });
    expect(one?.config).toMatchObject({ model: 'switched-8', logLevel: 'warn', hub: { host: 'hub.example.com' } });
    expect(two?.config.model).toBe('ats-8');
  });

  it('may be empty', async () => {
    expect(await read({ pdus: [] })).toEqual([]);
  });

  it('keeps the backups of each PDU apart', async () => {
    const list = { all: { RACKFEED_BACKUP_DIR: '/backups', RACKFEED_BACKUP_PASSPHRASE_FILE: '/pass' }, ...two({}) };
    expect((await read(list)).map(({ config }) => config.backupDir)).toEqual(['/backups/rack-1', '/backups/rack-2']);
  });

  it('shows by its version whether a PDU has changed', async () => {
    const before = await read({ pdus: [{ name: 'one' }, { name: 'two' }] });
    const after = await read({ pdus: [{ name: 'two' }, { name: 'one', RACKFEED_PDU_SERIAL: '77' }] });
    expect(after[0]?.version).toBe(before[1]?.version);
    expect(after[1]?.version).not.toBe(before[0]?.version);
  });

  it.each([
    ['text that is no JSON', '{', /^It is not valid JSON: /],
    ['a list alone', [], /^It must be an object with the list "pdus"\.$/],
    ['no list', {}, /^"pdus" must be a list of PDUs\.$/],
    ['another key', { pdus: [], PDUS: [] }, /^"PDUS" is not known; there are "all" and "pdus"\.$/],
    ['a PDU that is no object', { pdus: ['rack-1'] }, /^PDU 1 must be an object with a name\.$/],
    ['no name', { pdus: [{ name: 'a' }, {}] }, /^PDU 2 needs a "name": .* it is missing\.$/],
    ['a name that leaves the folder', { pdus: [{ name: '../x' }] }, /^PDU 1 needs a "name": .* it is "\.\.\/x"\.$/],
    ['a name in capitals', { pdus: [{ name: 'Rack' }] }, /^PDU 1 needs a "name": /],
    ['a name twice', { pdus: [{ name: 'a' }, { name: 'a' }] }, /^a: the name a is that of a\.$/],
    [
      'a misspelt variable',
      { pdus: [{ name: 'a', RACKFEED_HUBB: 'x' }] },
      /^a: "RACKFEED_HUBB" is not a variable of a hosted PDU/,
    ],
    ['a variable of the process', { pdus: [{ name: 'a', RACKFEED_DATA_DIR: '/' }] }, /^a: "RACKFEED_DATA_DIR" is not /],
    [
      'a variable of the machine',
      { all: { RACKFEED_HOST_ADAPTER: '/x' }, pdus: [] },
      /^all: "RACKFEED_HOST_ADAPTER" is not /,
    ],
    ['a port for all', { all: { RACKFEED_PORT: 1 }, pdus: [] }, /^all: RACKFEED_PORT is for one PDU, not for all\.$/],
    ['a wrong value', { pdus: [{ name: 'a', RACKFEED_PORT: 'x' }] }, /^a: RACKFEED_PORT must be .* it is "x"\.$/],
    [
      'a value that is a list',
      { pdus: [{ name: 'a', RACKFEED_HUB: [] }] },
      /^a: RACKFEED_HUB must be text, a number, true or false\.$/,
    ],
    ['an unknown model', { pdus: [{ name: 'a', RACKFEED_MODEL: 'x' }] }, /^a: RACKFEED_MODEL must be a built-in model/],
    ['an unknown driver', { pdus: [{ name: 'a', RACKFEED_DRIVER: 'x' }] }, /^a: RACKFEED_DRIVER must be one of /],
    [
      'a weak password',
      { pdus: [{ name: 'a', RACKFEED_ADMIN_PASSWORD: 'admin' }] },
      /^a: RACKFEED_ADMIN_PASSWORD is refused/,
    ],
    ['a port twice', two({ RACKFEED_PORT: 8101 }), /^rack-2: port 8101 of 0\.0\.0\.0 is that of rack-1\.$/],
    [
      'the port of the collector',
      { pdus: [{ name: 'a', RACKFEED_PORT: 8090 }] },
      /^a: port 8090 of 0\.0\.0\.0 is that of the collector itself\.$/,
    ],
    [
      'an address without a link',
      { pdus: [{ name: 'a', RACKFEED_PDU_ADDRESS: '192.0.2.7' }] },
      /^a: RACKFEED_PDU_ADDRESS is for a PDU on the network/,
    ],
    [
      'a device twice, which two controllers would switch against each other',
      two({ RACKFEED_DRIVER: 'snmp', RACKFEED_MODEL: SYNLINK, RACKFEED_PDU_ADDRESS: '192.0.2.7' }),
      /^rack-2: the snmp device at 192\.0\.2\.7 port 161 is that of rack-1\.$/,
    ],
  ])('is refused as a whole with a sentence: %s', async (_, list, sentence) => {
    expect(await faults(list)).toEqual([expect.stringMatching(sentence)]);
  });

  it.each([
    ['192.0.2.1', '192.0.2.2'],
    ['192.0.2.1', '2001:db8::1'],
    ['0.0.0.0', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::2'],
    ['pdu-1.example.com', 'pdu-2.example.com'],
  ])('may have a port twice, at the addresses %s and %s', async (one, other) => {
    expect(await read(atPort(one, other))).toHaveLength(2);
    expect(await read(atPort(other, one))).toHaveLength(2);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['0.0.0.0', '192.0.2.2'],
    ['::', '192.0.2.2'],
    ['::', '0.0.0.0'],
    ['0:0:0:0:0:0:0:0', '2001:db8::1'],
    ['2001:db8::1', '2001:DB8:0:0:0:0:0:1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['PDU.example.com', 'pdu.example.com'],
    ['0.0.0.0', 'pdu.example.com'],
  ])('has no port twice at the addresses %s and %s', async (one, other) => {
    expect(await faults(atPort(one, other))).toEqual([`rack-2: port 443 of ${other} is that of rack-1.`]);
    expect(await faults(atPort(other, one))).toEqual([`rack-2: port 443 of ${one} is that of rack-1.`]);
  });

  it('has the port of the collector at another address', async () => {
    const list = { pdus: [{ name: 'a', RACKFEED_PORT: 8090, RACKFEED_HOST: '192.0.2.1' }] };
    expect(await read(list)).toHaveLength(1);
    await expect(read(list, { RACKFEED_HOST: '0.0.0.0' })).rejects.toThrow('a: port 8090 of 192.0.2.1');
  });

  it('names all faults at once, of the file and of each PDU', async () => {
    const list = {
      extra: 1,
      pdus: [
        { name: 'a', RACKFEED_PORT: 'x', RACKFEED_MODEL: 'y' },
        { name: 'b', X: 1 },
      ],
    };
    expect(await faults(list)).toHaveLength(4);
  });

  it('shows no token in a sentence', async () => {
    const [sentence] = await faults({
      all: { RACKFEED_HUB: 'hub' },
      pdus: [{ name: 'a', RACKFEED_HUB_TOKEN: 'rf1.secret' }],
    });
    expect(sentence).toMatch(/RACKFEED_HUB_TOKEN/);
    expect(sentence).not.toContain('secret');
  });

  it('lets many PDUs share a profile, each at its own address', async () => {
    const all = { RACKFEED_DRIVER: 'snmp', RACKFEED_MODEL: SYNLINK };
    const pdus = ['192.0.2.7', '192.0.2.8', '192.0.2.7:1161'].map((address, place) => ({
      name: `rack-${place}`,
      RACKFEED_PDU_ADDRESS: address,
    }));
    expect(await read({ all, pdus })).toHaveLength(3);
  });

  it('is taken or refused with a sentence, whatever it contains', async () => {
    const name = fc.constantFrom('RACKFEED_PORT', 'RACKFEED_MODEL', 'RACKFEED_HUB', 'name', 'x');
    const entry = fc.oneof(fc.jsonValue(), fc.dictionary(name, fc.oneof(fc.string(), fc.integer(), fc.jsonValue())));
    const list = fc.record({ all: entry, pdus: fc.oneof(fc.jsonValue(), fc.array(entry)) }, { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), list), async (content) => {
        const refusal: unknown = await read(content).then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(refusal === undefined || (refusal instanceof ConfigError && refusal.problems.length > 0)).toBe(true);
      }),
    );
  });
});
