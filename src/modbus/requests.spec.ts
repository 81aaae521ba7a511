import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { API_ERRORS } from '../common/errors.js';
import { ApiError, type ApiErrorCode } from '../common/errors.js';
import { exceptionFor, EXCEPTION_OF } from './exceptions.js';
import { bitsResponse, exceptionResponse, identificationResponse, ModbusException, readRequest } from './requests.js';

/** The request in these bytes, or the exception that refuses it. */
function read(hex: string): unknown {
  try {
    return readRequest(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
  } catch (error) {
    if (error instanceof ModbusException) return error.reason;
    throw error;
  }
}

describe('a Modbus request', () => {
  it.each([
    ['01 0001 0008', { kind: 'readBits', address: 1, quantity: 8, inputs: false }],
    ['02 0fa1 0001', { kind: 'readBits', address: 4001, quantity: 1, inputs: true }],
    ['03 3008 007d', { kind: 'readRegisters', address: 0x3008, quantity: 125 }],
    ['04 0000 0001', { kind: 'readRegisters', address: 0, quantity: 1 }],
    ['03 ffff 0001', { kind: 'readRegisters', address: 65_535, quantity: 1 }],
    ['05 0003 ff00', { kind: 'writeBits', address: 3, values: [true] }],
    ['05 0003 0000', { kind: 'writeBits', address: 3, values: [false] }],
    [
      '0f 0001 000a 02 0503',
      {
        kind: 'writeBits',
        address: 1,
        values: [true, false, true, false, false, false, false, false, true, true],
      },
    ],
    ['2b 0e 01 00', { kind: 'identify', code: 1, object: 0 }],
  ])('%s is understood', (hex, request) => {
    expect(read(hex)).toEqual(request);
  });

  it.each([
    ['03 0000 0000', 'illegalValue'],
    ['03 0000 007e', 'illegalValue'],
    ['01 0000 07d1', 'illegalValue'],
    ['03 ffff 0002', 'illegalAddress'],
    ['03 0000', 'illegalValue'],
    ['03 0000 0001 00', 'illegalValue'],
    ['05 0003 0001', 'illegalValue'],
    ['05 0003', 'illegalValue'],
    ['0f 0001 0008 01', 'illegalValue'],
    ['0f 0001 0008 02 0000', 'illegalValue'],
    ['0f 0001 07b1 00', 'illegalValue'],
    ['2b 0d 00 00', 'illegalFunction'],
    ['2b 0e 05 00', 'illegalValue'],
    ['2b 0e', 'illegalValue'],
    ...['06', '08', '10', '16', '17', '00', '7f', '80', 'ff'].map((fn) => [`${fn} 0000 0001`, 'illegalFunction']),
  ])('%s is refused: %s', (hex, reason) => {
    expect(read(hex)).toBe(reason);
  });

  it('is read or refused whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 253 }), (bytes) => {
        const request = read(Buffer.from(bytes).toString('hex'));
        expect(['string', 'object']).toContain(typeof request);
      }),
    );
  });
});

describe('a Modbus response', () => {
  it('has the bits from the lowest one of the first byte on', () => {
    const bits = [true, false, false, false, false, false, false, false, true];
    expect(bitsResponse(Buffer.from([1]), bits).toString('hex')).toBe('01020101');
  });

  it('to a refused request has the function with its highest bit set', () => {
    expect(exceptionResponse(Buffer.from([3, 0, 0]), 'illegalAddress').toString('hex')).toBe('8302');
    expect(exceptionResponse(Buffer.from([0x2b]), 'targetSilent').toString('hex')).toBe('ab0b');
  });

  it('with the identification has the basic objects, all objects, or one', () => {
    const texts = ['Vendor', 'Code', '1.0', '', 'Product', 'Model'];
    const objectsOf = (bytes: Buffer): string[] => {
      const found: string[] = [];
      for (let at = 7; at < bytes.length; at += 2 + bytes.readUInt8(at + 1)) {
        found.push(`${bytes.readUInt8(at)} ${bytes.toString('latin1', at + 2, at + 2 + bytes.readUInt8(at + 1))}`);
      }
      expect(bytes.readUInt8(6)).toBe(found.length);
      return found;
    };
    expect(objectsOf(identificationResponse(1, 0, texts))).toEqual(['0 Vendor', '1 Code', '2 1.0']);
    expect(objectsOf(identificationResponse(2, 4, texts))).toEqual(['4 Product', '5 Model']);
    expect(objectsOf(identificationResponse(3, 9, texts))).toHaveLength(6);
    expect(objectsOf(identificationResponse(4, 5, texts))).toEqual(['5 Model']);
    expect(() => identificationResponse(4, 6, texts)).toThrow(ModbusException);
  });
});

describe('an error of the API', () => {
  it('is a wrong address if its object does not exist, busy if there are too many commands, else a device failure', () => {
    const names = new Map(
      Object.keys(API_ERRORS).map((code) => [code, exceptionFor(new ApiError(code as ApiErrorCode))]),
    );
    const others = [...names].filter(([, name]) => name !== 'deviceFailure').map(([code]) => code);
    expect(others.sort()).toEqual(Object.keys(EXCEPTION_OF).sort());
    expect(names.get('OUTLET_PROTECTED')).toBe('deviceFailure');
    expect(exceptionFor(new Error('a defect'))).toBeUndefined();
  });
});
