import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeAuditLog } from '../../../test/support/doubles/auth-doubles.js';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import { ApiError } from '../../common/errors.js';
import { FailedSignInLog } from './failed-sign-in-log.js';

const MINUTE = 60_000;
let audit: FakeAuditLog;
let clock: VirtualClock;
let failures: FailedSignInLog;

const fail = (name: string, address = '10.0.0.5'): void =>
  failures.note({ name, userId: name === 'anna' ? 2 : undefined, address, via: 'session' });

beforeEach(() => {
  audit = new FakeAuditLog();
  clock = new VirtualClock();
  failures = new FailedSignInLog(audit.service, clock);
});

describe('a failed sign-in', () => {
  it('is recorded at once with its name and address', () => {
    fail('anna');
    expect(audit.records).toEqual([
      {
        kind: 'session.signInFailed',
        object: 'user:2',
        cause: { kind: 'session', who: 'anna', address: '10.0.0.5' },
        result: 'SIGN_IN_FAILED',
      },
    ]);
  });

  it('cannot forge a log line or fill the log with its name', () => {
    fail(`${'x'.repeat(50)}\n${'y'.repeat(10_000)}`);
    expect(audit.records[0]?.cause.who).toBe(`${'x'.repeat(50)} ${'y'.repeat(49)}`);
  });

  it('that is repeated adds one line with a count, after a minute', () => {
    for (let i = 0; i < 500; i++) fail('anna');
    failures.closeWindow();
    expect(audit.records).toHaveLength(1);
    clock.advance(MINUTE);
    failures.closeWindow();
    expect(audit.records[1]).toMatchObject({ cause: { who: 'anna' }, after: { furtherFailures: 499 } });
    fail('anna');
    expect(audit.records).toHaveLength(3);
  });

  it('is one of at most forty-one lines a minute, whatever names and addresses are tried', () => {
    for (let i = 0; i < 10_000; i++) fail(`name ${i % 2000}`, `10.0.${i % 7}.${i % 251}`);
    clock.advance(MINUTE);
    failures.closeWindow();
    expect(audit.records.length).toBeLessThanOrEqual(41);
    expect(audit.records.at(-1)).toMatchObject({ cause: { who: 'others' } });
    const counted = audit.records.map(
      ({ after }) => (after as { furtherFailures: number } | undefined)?.furtherFailures ?? 1,
    );
    expect(counted.reduce((sum, count) => sum + count)).toBe(10_000);
  });

  it('that is refused before the password is checked is counted, with one line a minute', async () => {
    const refuse = () =>
      failures.counting(Promise.reject(ApiError.tooMany(30))).catch((error: unknown) => (error as ApiError).status);
    for (let i = 0; i < 1500; i++) expect(await refuse()).toBe(429);
    await expect(failures.counting(Promise.reject(new ApiError('INTERNAL_ERROR')))).rejects.toMatchObject({
      status: 500,
    });
    expect(await failures.counting(Promise.resolve(true))).toBe(true);
    failures.closeWindow();
    expect(audit.records).toEqual([]);
    clock.advance(MINUTE);
    failures.closeWindow();
    failures.closeWindow();
    expect(audit.records).toEqual([
      expect.objectContaining({ kind: 'session.signInRefused', after: { refused: 1500 }, result: 'TOO_MANY_ATTEMPTS' }),
    ]);
  });

  it('is not lost when the controller stops', () => {
    fail('anna');
    fail('anna');
    failures.closeWindow({ early: true });
    expect(audit.records).toHaveLength(2);
  });
});
