import { describe, expect, it } from '@jest/globals';
import { HubRefusal, type HubRequest } from './hub-client.js';
import { sendAndWait } from './send.js';

const TEN_SECONDS = { acceptedAt: '2026-11-28T08:00:00.000Z', until: '2026-11-28T08:00:10.000Z' };
const ORDER = { outlet: '1-1', command: 'OFF' };

/** Sends to a hub that gives these answers, an error for one that is lost; what was asked of it. */
async function askedOf(answers: readonly (object | Error)[]) {
  const asked: { path: string; request: HubRequest | undefined }[] = [];
  const left = [...answers];
  const ask = <T>(path: string, request?: HubRequest): Promise<T> => {
    asked.push({ path, request });
    const answer = left.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as T);
  };
  const outcome = await sendAndWait({ ask }, 'pdu', ORDER, () => Promise.resolve()).then(
    (command) => command.outcome,
    (error: unknown) => (error as Error).message,
  );
  return { asked, outcome };
}

describe('a command that is sent from the command line', () => {
  it('is the same command when its answer was lost, and is asked for until it has an end', async () => {
    const open = { ...TEN_SECONDS, id: 'c', outcome: 'open' };
    const { asked, outcome } = await askedOf([new Error('lost'), open, new Error('lost'), open, { outcome: 'done' }]);
    expect(outcome).toBe('done');
    const keys = asked.flatMap(({ request }) => request?.headers?.['idempotency-key'] ?? []);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    expect(asked.slice(2).map(({ path }) => path)).toEqual(Array.from({ length: 3 }, () => 'api/fleet/commands/c'));
  });

  it('is not sent again when the hub has refused it, nor for ever', async () => {
    expect((await askedOf([new HubRefusal('No.')])).outcome).toBe('No.');
    const lost = [new Error('Lost.'), new Error('Lost.'), new Error('Lost.')];
    expect(await askedOf(lost)).toMatchObject({ outcome: 'Lost.', asked: { length: 3 } });
    const { outcome } = await askedOf([{ ...TEN_SECONDS, id: 'c', outcome: 'open' }, ...lost]);
    expect(outcome).toBe('Lost. The command c is accepted; its outcome is not known here.');
  });

  it('is not waited for when its time is over for half a minute and the PDU has not said how it has ended', async () => {
    const open = { ...TEN_SECONDS, id: 'c', outcome: 'open' };
    const { asked, outcome } = await askedOf(Array.from({ length: 1000 }, () => open));
    expect(outcome).toBe('The PDU does not answer. The command c is accepted; its outcome is not known here.');
    expect(asked.length).toBeLessThan(150);
  });
});
