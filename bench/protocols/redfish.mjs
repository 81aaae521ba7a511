import { Agent, request } from 'node:https';
import { performance } from 'node:perf_hooks';
import { freePort } from '../measure-start.mjs';
import { median, percentile, print, signIn, startController } from '../support.mjs';

const OUTLETS = 48;
const CONNECTIONS = 8;
const READS = 4000;
const LISTS = 200;
const PDU = '/redfish/v1/PowerEquipment/RackPDUs/1';
const milliseconds = (value) => `${value.toFixed(2)} ms`;

/** Redfish over HTTPS on connections that stay open: one outlet again and again, and all outlets in one answer. */
export async function benchRedfish() {
  const { child, port } = await startController(OUTLETS);
  const cookie = `SPID=${await signIn(port)}`;
  const redfishPort = await freePort();
  const settings = { webSslEnabled: true, webSslPort: redfishPort, redfishEnabled: true };
  const headers = { cookie, 'content-type': 'application/json' };
  await fetch(`http://127.0.0.1:${port}/api/conf`, { method: 'POST', headers, body: JSON.stringify(settings) });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, rejectUnauthorized: false });
  const token = { 'x-auth-token': cookie.slice('SPID='.length) };
  const get = (path) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const options = { host: '127.0.0.1', port: redfishPort, path, headers: token, agent };
      const sent = request(options, (answer) => {
        answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode, took: performance.now() - began }));
      });
      sent.on('error', reject).end();
    });
  while ((await get(`${PDU}/Outlets/1`).catch(() => ({}))).status !== 200) await new Promise((r) => setTimeout(r, 200));
  const readMany = async (count, path, atOnce) => {
    const times = [];
    const began = performance.now();
    const reader = async () => {
      for (let left = count / atOnce; left > 0; left--) times.push((await get(path)).took);
    };
    await Promise.all(Array.from({ length: atOnce }, reader));
    return { times, second: (1000 * count) / (performance.now() - began) };
  };
  await readMany(1000, `${PDU}/Outlets/1`, CONNECTIONS); // until its code is compiled
  const outlets = await readMany(READS, `${PDU}/Outlets/1`, CONNECTIONS);
  print('GET of an outlet a second, on 8 connections', Math.round(outlets.second), 'aim ≥ 1,500');
  await readMany(40, `${PDU}/Outlets?$expand=.`, 1);
  const lists = await readMany(LISTS, `${PDU}/Outlets?$expand=.`, 1);
  print(`$expand of ${OUTLETS} outlets: p50`, milliseconds(median(lists.times)), 'aim ≤ 5 ms');
  print('  p99', milliseconds(percentile(lists.times, 0.99)));
  agent.destroy();
  child.kill();
}
