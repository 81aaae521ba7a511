import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { coilAt } from './coil-map.js';
import { RegisterImage, type RegisterType } from './register-image.js';
import { REGISTER_MAP, type PduFacts } from './register-map.js';

const FACTS: PduFacts = {
  controller: {
    counts: { inlets: 1, protectors: 1, outlets: 2, transferSwitches: 0, banks: 1, sensors: 2, phases: 1 },
    alarms: [false, true, false, false, true],
    silentFor: 3,
    uptime: 100_000,
    unixTime: 1_772_438_400,
    serialNumber: 1_000_036,
    modelNumber: 'AB',
    deviceName: 'Rack 7 Kühlraum',
    version: '0.1.0',
  },
  inlets: [{ voltage: 230.5, current: 4, energy: 1234.5678, ratedCurrent: 16 }],
  banks: [{ breakerClosed: false }],
  lines: [{ voltage: 230.5, current: 4 }],
  outlets: [{ state: 'ON', cycle: 'none', hasRelayFault: false, bank: 1 }, {}],
  sensors: [{ type: 'temperature', reading: 21.5 }, { type: 'humidity' }],
  transferSwitch: [],
};

const imageOf = (facts: PduFacts): RegisterImage => RegisterImage.of(REGISTER_MAP, facts);

/** The registers as bytes on the wire. */
const bytesOf = (image: RegisterImage, address: number, quantity: number): Buffer => {
  const bytes = Buffer.alloc(2 * quantity);
  image.read(address, quantity)?.forEach((register, place) => bytes.writeUInt16BE(register, 2 * place));
  return bytes;
};

describe('the registers', () => {
  const image = imageOf(FACTS);

  it('have the values of the map at their addresses, the high word first', () => {
    expect([...(image.read(0, 10) ?? [])]).toEqual([1, 1, 1, 2, 0, 1, 2, 1, 0b10010, 3]);
    expect(bytesOf(image, 0x0c, 2).readUInt32BE()).toBe(1_772_438_400);
    expect(bytesOf(image, 0x3008, 2).readFloatBE()).toBe(230.5);
    expect(bytesOf(image, 0x3018, 4).readBigUInt64BE()).toBe(1_234_568n);
    expect(bytesOf(image, 0x0802, 2).readFloatBE()).toBe(21.5);
    expect([...(image.read(0x8000, 4) ?? [])]).toEqual([1, 0, 1, 1]);
    expect([...(image.read(0x40, 1) ?? []), ...(image.read(0x50, 1) ?? [])]).toEqual([1, 1]);
  });

  it('have texts as ASCII, padded with 0', () => {
    expect(bytesOf(image, 0x20, 16).toString('latin1').replace(/\0+$/, '')).toBe('Rack 7 K?hlraum');
    expect(bytesOf(image, 0x10, 16).toString('hex')).toBe('4142'.padEnd(64, '0'));
  });

  it('never show an unknown value as 0: NaN, or all ones', () => {
    expect(bytesOf(image, 0x300c, 2).toString('hex')).toBe('7fc00000');
    expect(bytesOf(image, 0x8040, 3).toString('hex')).toBe('ffffffffffff');
    expect(bytesOf(image, 0x301c, 4).toString('hex')).toBe('f'.repeat(16));
    expect(image.read(0x809, 1)?.[0]).toBe(0); // the state of a sensor: unavailable
  });

  it('are read within blocks only; unused ones inside a block are all ones', () => {
    expect(image.read(0x3000, 8)?.every((register) => register === 0xffff)).toBe(true);
    expect(image.read(0x303f, 1)).toBeDefined();
    for (const [address, quantity] of [
      [0x60, 1],
      [0x5f, 2],
      [0x2000, 1],
      [0x3040, 1],
      [0x303f, 2],
      [0x8080, 1],
      [0xffff, 1],
    ] as const) {
      expect({ address, found: image.read(address, quantity) }).toEqual({ address, found: undefined });
    }
    expect(image.read(0x8000, 0x80)).toBeDefined(); // two blocks without a gap
  });

  it('take any number in any type without a mistake about its neighbours', () => {
    const widths: Readonly<Record<RegisterType, number>> = { U16: 1, U32: 2, U64: 4, F32: 2 };
    const types = fc.constantFrom<RegisterType>('U16', 'U32', 'U64', 'F32');
    fc.assert(
      fc.property(types, fc.option(fc.double(), { nil: undefined }), (type, value) => {
        const own = imageOf(FACTS);
        own.put(0x3030, type, value);
        expect(own.read(0x302f, 1)?.[0]).toBe(0xffff);
        expect(own.read(0x3030 + widths[type], 1)?.[0]).toBe(0xffff);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the coils', () => {
  const counts = { outlets: 8, reboots: 8, groups: 2, relayOutputs: 1, breakers: 1 };
  it.each([
    [1, 'outlets', 0],
    [8, 'outlets', 7],
    [1001, 'reboots', 0],
    [2002, 'groups', 1],
    [3001, 'relayOutputs', 0],
    [4001, 'breakers', 0],
  ] as const)('%s is one of the %s', (address, kind, place) => {
    expect(coilAt(address, counts, true)).toEqual({ kind, place });
  });

  it.each([0, 9, 999, 1000, 1009, 2000, 2003, 3002, 4002, 65_535])('%s is none', (address) => {
    expect(coilAt(address, counts, true)).toBeUndefined();
  });

  it('do not include breakers, which are discrete inputs', () => {
    expect(coilAt(4001, counts, false)).toBeUndefined();
  });

  it('leave out outlets beyond 999, whose addresses are those of reboots', () => {
    const many = { ...counts, outlets: 5000, reboots: 5000 };
    expect(coilAt(999, many, false)).toEqual({ kind: 'outlets', place: 998 });
    expect(coilAt(1001, many, false)).toEqual({ kind: 'reboots', place: 0 });
    expect(coilAt(2000, many, false)).toBeUndefined();
  });
});
