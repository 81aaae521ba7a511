import { createServer } from 'node:http';
import { join } from 'node:path';
import sqlite3 from 'sqlite3';
import { createDriver } from '../dist/hardware/drivers/index.js';
import { PduModel } from '../dist/hardware/profiles/pdu-model.js';
import { loadProfile } from '../dist/hardware/profiles/index.js';
import { SystemClock } from '../dist/common/clock.js';

/**
 * The reference for a switch: node:http that reads the JSON of a PUT and answers an outlet. BENCH_WORK adds `driver`
 * (drives the relay, reads it back) and `commit` (one durable commit of an intent and a line of the audit log, by hand).
 */
const dataDir = process.env.BENCH_DATA;
const work = (process.env.BENCH_WORK ?? '').split(' ');
const outlet = JSON.parse(process.env.BENCH_OUTLET);
const model = new PduModel(loadProfile(process.env.BENCH_PROFILE));
const driver = createDriver({ name: 'simulator', model, clock: new SystemClock(), dataDir });
await driver.open();

const database = new sqlite3.Database(join(dataDir, 'bare.sqlite'));
const run = (sql, values = []) =>
  new Promise((resolve, reject) => database.run(sql, values, (error) => (error ? reject(error) : resolve())));
await run('PRAGMA journal_mode = WAL');
await run('PRAGMA synchronous = FULL');
await run('CREATE TABLE IF NOT EXISTS intent (relay text PRIMARY KEY, state text, at integer)');
await run('CREATE TABLE IF NOT EXISTS audit (id integer PRIMARY KEY, at integer, record text)');

async function commit(state) {
  await run('BEGIN');
  await run('INSERT OR REPLACE INTO intent VALUES (?, ?, ?)', [outlet.id, state, Date.now()]);
  await run('INSERT INTO audit (at, record) VALUES (?, ?)', [Date.now(), JSON.stringify({ outlet: outlet.id, state })]);
  await run('COMMIT');
}

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  const { state } = JSON.parse(text);
  if (work.includes('commit')) await commit(state);
  if (work.includes('driver')) {
    await driver.outlets.setOutlets([{ id: outlet.id, state }]);
    await driver.read();
  }
  const body = Buffer.from(JSON.stringify({ ...outlet, state }));
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', body.length);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => console.log(`ready ${server.address().port}`));
