/** The steps of a command on its way, and how often it takes each. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource } from 'typeorm';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const FIRST = '1-1200578';

let pdu: Pdu;
let admin: Client;
beforeEach(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterEach(() => pdu.stop());

describe('a change of a name alone', () => {
  it.each([
    [`/api/outlets/${FIRST}`, { outletName: 'Router' }],
    ['/api/relayOutput/1', { relayName: 'Siren' }],
  ])('at %s reads nothing from the database', async (path, change) => {
    const statements = jest.spyOn(pdu.app.get(DataSource).createQueryRunner(), 'query'); // SQLite has only one
    expect((await admin.put(path, change)).body).toMatchObject(change);
    const texts = statements.mock.calls.map(([text]) => text);
    expect(texts.filter((text) => text.startsWith('INSERT'))).toHaveLength(2); // the row and its audit record
    expect(texts.filter((text) => text.startsWith('SELECT'))).toEqual([]);
  });
});
