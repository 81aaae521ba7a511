/**
 * Runs suites of hubs that other files run over SQLite over PostgreSQL too:
 *
 *   await onPostgresql('commands', () => import('../integration/hub-commands.spec.js'));
 *
 * One server runs for the file; each hub has a database of its own, and the same one again if it has the same data folder.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { forAllHubs, IN_MEMORY_FOLDER } from '../app/hub-database.js';
import { describeWith, has } from '../process/programs.js';
import { Postgresql } from './postgresql.js';

export async function onPostgresql(name: string, ...suites: readonly (() => Promise<unknown>)[]): Promise<void> {
  let server: Postgresql;
  const urls = new Map<string, Promise<string>>();
  describeWith('postgresql', `${name}, over PostgreSQL`, () => {
    it('has a server', async () => expect(await server.newUrl()).toMatch(/^postgresql:/));
  });
  if (!has('postgresql')) return;
  beforeAll(async () => {
    server = await Postgresql.start();
  });
  afterAll(async () => {
    forAllHubs(undefined);
    await server.stop();
  });
  forAllHubs((dataDir) => {
    if (dataDir === IN_MEMORY_FOLDER) return server.newUrl();
    const url = urls.get(dataDir) ?? server.newUrl();
    urls.set(dataDir, url);
    return url;
  });
  for (const suite of suites) await suite();
}
