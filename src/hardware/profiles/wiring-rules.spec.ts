import { describe, expect, it } from '@jest/globals';
import { profileProblems } from './profile-rules.js';
import { SWITCHED_8 } from './switched-8.js';

const BUS = { kind: 'modbus', host: '192.0.2.1' };
const RELAYS = { point: 'outlets.1-8.state', link: 'bus', unit: 1, table: 'coil', address: 0 };
const METER = { point: 'inlets.1.voltage', link: 'bus', unit: 2, table: 'input', address: 0, type: 'float32' };

const problemsOf = (points: readonly object[], links: object = { bus: BUS }) =>
  profileProblems({ ...SWITCHED_8, wiring: { links, points } });

describe('the rules of a wiring', () => {
  it('accept relays and a meter', () => {
    expect(problemsOf([RELAYS, METER])).toEqual([]);
  });

  it.each<[string, readonly object[], object | undefined, string]>([
    ['an outlet without a point', [{ ...RELAYS, point: 'outlets.1-7.state' }], undefined, 'outlets.8.state'],
    ['an outlet too many', [{ ...RELAYS, point: 'outlets.1-9.state' }], undefined, 'counts further than this model'],
    ['a point twice', [RELAYS, { ...RELAYS, point: 'outlets.3.state' }], undefined, 'outlets.3.state a second time'],
    ['an unknown point', [RELAYS, { ...METER, point: 'inlets.1.colour' }], undefined, 'is no point of a PDU'],
    ['a range in the wrong place', [RELAYS, { ...METER, point: 'inlets.1-2.lines.1.current' }], undefined, 'its last'],
    ['a link without a kind', [RELAYS], { bus: { host: 'x' } }, 'wiring.links.bus.kind'],
    ['a bus that is both TCP and RTU', [RELAYS], { bus: { ...BUS, path: '/dev/ttyS0' } }, 'and not both'],
    ['an unused link', [RELAYS], { bus: BUS, other: BUS }, 'wiring.links.other is used by no point'],
    ['a point on an unknown link', [{ ...RELAYS, link: 'boat' }], undefined, 'points[0].link must be one of'],
    ['a number in a coil', [RELAYS, { ...METER, table: 'coil' }], undefined, 'is one bit'],
    ['a state in a register without its numbers', [{ ...RELAYS, table: 'holding' }], undefined, 'on and off'],
    ['a relay that can only be read', [{ ...RELAYS, table: 'discrete' }], undefined, 'cannot be written'],
    ['a misspelt key', [{ ...RELAYS, adress: 1 }], undefined, 'adress is not a key'],
    ['an SNMP agent without a community', [RELAYS], { bus: BUS, pdu: { kind: 'snmp', host: 'x' } }, 'used by no point'],
  ])('find %s', (_, points, links, sentence) => {
    expect(problemsOf(points, links ?? { bus: BUS }).join('\n')).toContain(sentence);
  });
});
