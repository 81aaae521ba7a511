import { createApp } from '../dist/app.js';
import { AccessGuard } from '../dist/auth/access.guard.js';
import { Admission } from '../dist/auth/admission.js';
import { CallerCache } from '../dist/auth/callers/caller-cache.js';
import { readConfig } from '../dist/config/runtime-config.js';
import { DatabaseHealth } from '../dist/database/database-health.js';
import { prepareDataFolder } from '../dist/database/data-folder.js';
import { OutletsController } from '../dist/outlets/outlets.controller.js';
import { accessToken, PASSWORD, signIn } from './support.mjs';

/** Prints the CPU of the global guard for a request whose credential was seen before, for each kind of credential. */
const config = readConfig({ RACKFEED_DATA_DIR: process.env.BENCH_DATA, RACKFEED_ADMIN_PASSWORD: PASSWORD });
prepareDataFolder(config.dataDir);
const app = await createApp(config, { polling: false });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();
const session = await signIn(port);
await fetch(`http://127.0.0.1:${port}/api/conf`, {
  method: 'POST',
  headers: { cookie: `SPID=${session}` },
  body: JSON.stringify({ webApiPasswordEnabled: true }),
});
const headers = {
  session: { cookie: `SPID=${session}` },
  bearer: { authorization: `Bearer ${await accessToken(port, session)}` },
  Basic: { authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}` },
};

const needs = [Admission, DatabaseHealth, CallerCache];
const guard = new AccessGuard(...needs.map((type) => app.get(type)));
const contextOf = (request) => ({
  getType: () => 'http',
  getHandler: () => OutletsController.prototype.list,
  getClass: () => OutletsController,
  switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({}) }),
});
const request = (given) => ({ method: 'GET', headers: given, params: {}, socket: { remoteAddress: '127.0.0.1' } });

const ROUNDS = 20_000;
const result = {};
for (const [name, given] of Object.entries(headers)) {
  for (let round = 0; round < ROUNDS; round++) await guard.canActivate(contextOf(request(given)));
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) await guard.canActivate(contextOf(request(given)));
  const { user, system } = process.cpuUsage(before);
  result[name] = (user + system) / ROUNDS;
}
console.log(`result ${JSON.stringify(result)}`);
