import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DtoPipe } from './body.js';
import { ApiError, type ErrorDetail } from './errors.js';
import { IsFlag, IsName, IsNumeric, IsTime, IsWord, NotWritable, Optional } from './dto-decorators.js';
import { FLAG, number } from './values.js';

@NotWritable('$property is set elsewhere.', 'created', 'password')
class SampleDto {
  @Optional() @IsName() name?: string;
  @Optional() @IsWord('ON', 'OFF', 'REBOOT') state?: string;
  @Optional() @IsFlag() enabled?: boolean;
  @Optional() @IsNumeric({ min: 1, max: 3600, integer: true }) seconds?: number;
  @Optional() @IsTime() from?: number;
}

const check = (body: unknown): Promise<unknown> => new DtoPipe().transform(body, { type: 'body', metatype: SampleDto });
const details = async (body: unknown): Promise<readonly ErrorDetail[]> => {
  try {
    await check(body);
    return [];
  } catch (error) {
    return (error as ApiError).details ?? [];
  }
};

describe('a member of a body', () => {
  it.each([
    [{ state: 'off' }, { state: 'OFF' }],
    [{ state: 'Reboot' }, { state: 'REBOOT' }],
    [{ enabled: 1 }, { enabled: true }],
    [{ enabled: '0' }, { enabled: false }],
    [{ enabled: 'True' }, { enabled: true }],
    [{ seconds: '15' }, { seconds: 15 }],
    [{ seconds: 3600 }, { seconds: 3600 }],
    [{ name: 'Core switch ⚡' }, { name: 'Core switch ⚡' }],
    [{ from: '2026-11-01T00:00Z' }, { from: 1_793_491_200_000 }],
    [{ from: '1793491200' }, { from: 1_793_491_200_000 }],
    [{ from: 1_793_491_200 }, { from: 1_793_491_200_000 }],
    [{ from: 1_793_491_200.123_456 }, { from: 1_793_491_200_123 }],
    [{ unknown: 1 }, {}],
  ])('%j is taken as %j', async (sent, taken) => {
    expect({ ...((await check(sent)) as object) }).toEqual(taken);
  });

  it.each([
    [{ state: 'UP' }, 'state'],
    [{ state: 1 }, 'state'],
    [{ state: null }, 'state'],
    [{ enabled: 2 }, 'enabled'],
    [{ enabled: 'yes' }, 'enabled'],
    [{ seconds: 0 }, 'seconds'],
    [{ seconds: 3601 }, 'seconds'],
    [{ seconds: 1.5 }, 'seconds'],
    [{ seconds: '1e3' }, 'seconds'],
    [{ seconds: '' }, 'seconds'],
    [{ from: 1_793_491_200_000 }, 'from'],
    [{ from: 1e21 }, 'from'],
    [{ from: true }, 'from'],
    [{ name: '' }, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: '\u00a0\u3000' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: ['a'] }, 'name'],
    [{ name: null }, 'name'],
  ])('%j is refused and %s is named', async (sent, field) => {
    expect((await details(sent)).map((detail) => detail.field)).toEqual([field]);
  });

  it.each(['Core\u202eON', 'admin\u200b', 'a\u2066b\u2069', '\ufeffpump', 'pu\u00admp', '\u061cx', '\u{e0041}x'])(
    'that is a name has no invisible characters and none that change its direction: %j',
    async (name) => {
      expect(await details({ name })).toEqual([
        { field: 'name', message: expect.stringContaining('invisible characters') },
      ]);
    },
  );

  it('that is a name may hold joined emoji and scripts that join their letters', async () => {
    expect(await details({ name: '👩‍🔧 می‌خواهم' })).toEqual([]);
  });

  it('is named with every other invalid one, in a sentence each', async () => {
    expect(await details({ state: 'UP', seconds: -1 })).toEqual([
      { field: 'state', message: 'state must be one of ON, OFF, REBOOT.' },
      { field: 'seconds', message: 'seconds must be a whole number from 1 to 3600.' },
    ]);
  });

  it('is refused, whatever its value, if the request must not have it', async () => {
    for (const value of [null, '', 0, {}]) {
      expect(await details({ name: 'PDU', password: value })).toEqual([
        { field: 'password', message: 'password is set elsewhere.' },
      ]);
    }
    expect(await details({ name: 'PDU', password: undefined })).toEqual([]);
  });

  it('counts its characters as a person would', async () => {
    expect(await details({ name: '⚡'.repeat(100) })).toEqual([]);
    expect(await details({ name: '🔌'.repeat(100) })).toEqual([]);
  });

  it('never makes anything but a refusal or a checked object, whatever is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (body) => {
        const outcome = await check(body).catch((error: unknown) => error);
        expect(outcome instanceof ApiError ? outcome.status : 422).toBe(422);
      }),
    );
  });
});

describe('a word in a body', () => {
  it.each(['0x10', '1 2', '', 'one'])('is no number: %j', (word) => {
    expect(number({ min: 0, max: 100 })(word)).toEqual({ wrong: 'a number from 0 to 100' });
  });

  it.each(['on', '', '2', undefined])('is no flag: %j', (word) => {
    expect(FLAG(word)).toEqual({ wrong: 'true or false' });
  });
});
