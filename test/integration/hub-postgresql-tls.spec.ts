/** A hub with a PostgreSQL server that lets in only who speaks TLS, and has a certificate of an authority of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { aHub, type Hub } from '../support/app/hub.js';
import { describeWith } from '../support/process/programs.js';
import { Authority } from '../support/servers/certificates.js';
import { Postgresql } from '../support/servers/postgresql.js';

const folder = mkdtempSync(join(tmpdir(), 'rackfeed-hub-postgresql-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The file of an authority. */
function fileOf(authority: Authority, name: string): string {
  const path = join(folder, name);
  writeFileSync(path, authority.certificate);
  return path;
}

const hubWith = (url: string, parameters: Record<string, string>, more: Record<string, string> = {}): Promise<Hub> =>
  aHub({ env: { RACKFEED_DATABASE_URL: `${url}?${String(new URLSearchParams(parameters))}`, ...more } });

describeWith('postgresql', 'a hub and a PostgreSQL server with TLS', () => {
  const authority = new Authority();
  const own = fileOf(authority, 'authority.pem');
  const another = fileOf(new Authority(), 'another.pem');
  const verified = { sslmode: 'verify-full', sslrootcert: own };
  let server: Postgresql;
  beforeAll(async () => {
    server = await Postgresql.start(authority.server('127.0.0.1'));
  });
  afterAll(() => server.stop());

  it('work together by the authority that the address names, on connections that are all encrypted', async () => {
    const hub = await hubWith(await server.newUrl(), verified);
    const admin = await hub.as('admin');
    expect((await admin.post('/api/conf', { deviceName: 'Fleet north' })).status).toBe(200);
    const connections = await hub.app
      .get(DataSource)
      .query<{ ssl: boolean }[]>(
        `SELECT "ssl" FROM pg_stat_ssl JOIN pg_stat_activity USING ("pid") WHERE "datname" = current_database()`,
      );
    expect(connections.length).toBeGreaterThan(1); // that of the lease is none of the pool
    expect(new Set(connections.map(({ ssl }) => ssl))).toEqual(new Set([true]));
    await hub.stop();
  });

  it('do not without an authority, with another one, or without TLS, which the hub says in a sentence', async () => {
    const url = await server.newUrl();
    const byTls = /The database of RACKFEED_DATABASE_URL cannot be reached by TLS: .+; see sslmode and sslrootcert/;
    await expect(hubWith(url, { sslmode: 'verify-full' })).rejects.toThrow(byTls);
    await expect(hubWith(url, { ...verified, sslrootcert: another })).rejects.toThrow(byTls);
    await expect(hubWith(url, { sslmode: 'verify-ca', sslrootcert: another })).rejects.toThrow(byTls);
    await expect(hubWith(url, { sslmode: 'disable' })).rejects.toThrow(/does not let user "rackfeed" into database/);
    const missing = hubWith(url, { ...verified, sslrootcert: join(folder, 'none.pem') });
    await expect(missing).rejects.toThrow(/sslrootcert/);
  });

  it('do not by another name than that of the certificate, unless any server of the authority is the right one', async () => {
    const other = await Postgresql.start(authority.server('db.example'));
    const url = await other.newUrl();
    await expect(hubWith(url, verified)).rejects.toThrow(/cannot be reached by TLS: .*127\.0\.0\.1/);
    await (await hubWith(url, { ...verified, sslmode: 'verify-ca' })).stop();
    await (await hubWith(url, { sslmode: 'require' })).stop();
    await other.stop();
  });
});
