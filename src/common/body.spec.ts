import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodyObject, parseBody, UnusableBody } from './body.js';
import { ApiError } from './errors.js';

const parsed = (text: string): unknown => parseBody(Buffer.from(text));
const refusal = (value: unknown): string | undefined => (value instanceof UnusableBody ? value.code : undefined);

describe('a request body', () => {
  it('may be empty or blank, which is no body', () => {
    expect([parsed(''), parsed(' \n'), parseBody(undefined)]).toEqual([undefined, undefined, undefined]);
  });

  it.each(['{', '{"a":}', "{'a':1}", '{"a":1}x', 'ON', '\u0000'])(
    'that is not JSON is answered with 422 later: %j',
    (text) => {
      expect(refusal(parsed(text))).toBe('BODY_NOT_JSON');
    },
  );

  it('that is not UTF-8 is answered with 422 later', () => {
    expect(refusal(parseBody(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])))).toBe('BODY_NOT_JSON');
  });

  it('may be nested 20 levels deep and no deeper', () => {
    const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(refusal(parsed(nested(20)))).toBeUndefined();
    expect(refusal(parsed(`[${nested(20)}]`))).toBe('BODY_TOO_DEEP');
    expect(refusal(parsed(nested(30_000)))).toBe('BODY_TOO_DEEP');
  });

  it('cannot reach the prototype', () => {
    const body = parsed('{"__proto__":{"admin":true},"outletName":"A"}') as object;
    expect(Object.keys(body)).toEqual(['outletName']);
    expect('admin' in body).toBe(false);
  });

  it('is parsed to what was sent, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        fc.pre(!JSON.stringify(value).includes('__proto__')); // left out by the parser, as the test before shows
        expect(parsed(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('a body where an object is needed', () => {
  it('may be left out', () => {
    expect(bodyObject(undefined)).toEqual({});
  });

  it.each([[[]], [null], ['text'], [1], [true]])('is refused when it is %j', (value) => {
    expect(() => bodyObject(value)).toThrow(new ApiError('BODY_NOT_OBJECT'));
  });
});
