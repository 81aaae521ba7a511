import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../common/errors.js';
import { enrolRequestIn, renewRequestIn } from './fleet-request.js';

const SENT = { token: 'rf1', request: 'PEM', serial: '1', model: 'switched-8', name: 'Rack 7', release: '0.1.0' };
const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe('the request of a PDU', () => {
  it('has its members, and nothing of what else was sent', () => {
    expect(enrolRequestIn(bytes({ ...SENT, site: 'north', state: 'active' }))).toEqual(SENT);
    expect(renewRequestIn(bytes({ request: 'PEM', pdu: 'another' }))).toEqual({ request: 'PEM' });
  });

  it.each(Object.keys(SENT))('is refused without %s, or with a number in its place', (member) => {
    for (const wrong of [undefined, 7, null, {}, '']) {
      const read = () => enrolRequestIn(bytes({ ...SENT, [member]: wrong }));
      const isEmptyText = wrong === '' && (member === 'token' || member === 'request');
      if (isEmptyText) expect(read).not.toThrow();
      else expect(read).toThrow(ApiError);
    }
  });

  it('is read or refused with a status below 500, whatever the bytes are', () => {
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((given) => Buffer.from(given)),
      fc.json().map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(anything, (body) => {
        for (const read of [enrolRequestIn, renewRequestIn]) {
          try {
            read(body);
          } catch (error) {
            expect(error).toBeInstanceOf(ApiError);
            expect((error as ApiError).status).toBeLessThan(500);
          }
        }
      }),
    );
  });
});
