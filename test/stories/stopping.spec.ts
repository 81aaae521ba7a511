/** The controller stops while much is in progress: started writes are stored, and the rest is refused clearly. */
import { expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Db } from '../../src/database/db.js';
import { aPdu } from '../support/app/pdu.js';

it('the write queue is stopped, and its running write has ended, before the database is closed', async () => {
  const pdu = await aPdu();
  const db = pdu.app.get(Db);
  const source = pdu.app.get(DataSource);
  const seen: string[] = [];
  const close = source.destroy.bind(source);
  source.destroy = async () => {
    seen.push('the database is closed');
    await close();
  };
  const write = (name: string, order: 'normal' | 'first', questions = 1): Promise<unknown> =>
    db
      .transaction(async (entities) => {
        for (let question = 0; question < questions; question++) await entities.query('SELECT 1');
      }, order)
      .then(
        () => seen.push(`${name} is stored`),
        (error: unknown) => seen.push(`${name}: ${(error as { code?: string }).code}`),
      );

  // The last write before the database is closed, such as a relay's intent by a command in progress.
  const asked: Promise<unknown>[] = [];
  const stop = db.onApplicationShutdown.bind(db);
  db.onApplicationShutdown = () => {
    asked.push(write('what runs', 'normal', 50), write('what waits', 'first'));
    return stop();
  };
  await pdu.stop();
  await Promise.all(asked);
  expect(seen).toEqual(['what waits: STOPPING', 'what runs is stored', 'the database is closed']);
});
