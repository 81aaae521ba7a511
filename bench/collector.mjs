import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { print, start, temporaryFolder } from './support.mjs';

const ENTRY = join(import.meta.dirname, '../release/local/dist/main.js');
const COUNTS = [1, 50];
/** The work that follows a start is done by then, the first copy of the database too, which is made after a minute. */
const REST = 90_000;
/** Each PDU writes its history every five minutes: once in this time. */
const MEASURED = 300_000;

/** As in the drop-in of docs/collector.md. */
const FLAGS = ['--max-semi-space-size=16'];

/** A collector at rest with one hosted PDU and with many, each a simulated one of 16 outlets; the difference is that of a PDU. */
export async function benchCollector() {
  // Side by side, so that other work on the machine slows both down.
  const [one, many] = await Promise.all(COUNTS.map(atRest));
  const more = COUNTS[1] - COUNTS[0];
  print(`collector with ${COUNTS[0]} PDU: resident`, `${one.megabytes.toFixed(0)} MB`);
  print(`collector with ${COUNTS[1]} PDUs: resident`, `${many.megabytes.toFixed(0)} MB`);
  print('  each PDU more', `${((many.megabytes - one.megabytes) / more).toFixed(1)} MB`);
  print(`all ${COUNTS[1]} run after the first start`, `${(many.startMs / 1000).toFixed(1)} s`);
  print('  processor time of each start', `${((many.startCpu - one.startCpu) / more).toFixed(0)} ms`);
  print('processor time of each PDU', `${((many.cpuPerSecond - one.cpuPerSecond) / more).toFixed(2)} ms a second`);
  print(`stop of ${COUNTS[1]} PDUs`, `${(many.stopMs / 1000).toFixed(1)} s`);
}

async function atRest(count) {
  const folder = temporaryFolder();
  const pdus = Array.from({ length: count }, (_, place) => ({ name: `pdu-${place + 1}` }));
  writeFileSync(join(folder, 'pdus.json'), JSON.stringify({ pdus }));
  const environment = { RACKFEED_ROLE: 'collector', RACKFEED_DATA_DIR: folder, RACKFEED_PORT: '0' };
  const begun = performance.now();
  const { child, found } = await start(ENTRY, environment, /ready at (http:\S+)/, FLAGS);
  const url = found[1];
  while ((await (await fetch(`${url}/health`)).json()).pdus.running < count) await sleep(200);
  const startMs = performance.now() - begun;
  const started = await processOf(url);
  await sleep(REST);
  const before = await processOf(url);
  await sleep(MEASURED);
  const after = await processOf(url);
  const stopped = performance.now();
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  return {
    startMs,
    startCpu: started.cpu * 1000,
    megabytes: after.bytes / 1e6,
    cpuPerSecond: ((after.cpu - before.cpu) * 1e6) / MEASURED,
    stopMs: performance.now() - stopped,
  };
}

async function processOf(url) {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)[1]);
  return { cpu: valueOf('process_cpu_seconds_total'), bytes: valueOf('process_resident_memory_bytes') };
}
