import { jest } from '@jest/globals';
import { Db } from '../../../src/database/db.js';
import type { Pdu } from './pdu.js';

/** Lets every transaction fail with this error, also those of the intent journal; returns what ends it. */
export function failTransactions({ app }: Pdu, error: Error): () => void {
  const db = app.get(Db);
  const spies = [
    jest.spyOn(db, 'transaction').mockRejectedValue(error),
    jest.spyOn(db, 'exclusively').mockImplementation((work) => work(() => Promise.reject(error))),
  ];
  return () => spies.forEach((spy) => spy.mockRestore());
}
