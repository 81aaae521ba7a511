/** The controller, which reports by message how long its event loop was blocked. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createApp } from '../dist/app.js';
import { readConfig } from '../dist/config/runtime-config.js';
import { prepareDataFolder } from '../dist/database/data-folder.js';
import { PASSWORD } from './support.mjs';

const config = readConfig({
  RACKFEED_DATA_DIR: process.env.BENCH_DATA,
  RACKFEED_MODEL: process.env.BENCH_PROFILE,
  RACKFEED_ADMIN_PASSWORD: PASSWORD,
});
prepareDataFolder(config.dataDir);
// Without poll cycles: one of thousands of outlets is measured by bench/tick.mjs.
const app = await createApp(config, { polling: false });
await app.listen(0, '127.0.0.1');

const RESOLUTION = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
delay.enable();

/** CPU of the process in one turn of the event loop: the blocking time without the load of other programs. */
let longestTurn = 0;
let isWatching = false;
function watch(before) {
  const used = process.cpuUsage();
  const now = used.user + used.system;
  longestTurn = Math.max(longestTurn, now - before);
  if (isWatching) setImmediate(watch, now);
}

process.on('message', (asked) => {
  isWatching = asked === 'begin';
  if (isWatching) {
    delay.reset();
    longestTurn = 0;
    setImmediate(watch, Infinity);
  }
  const milliseconds = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
  process.send({
    longest: milliseconds(delay.max),
    p99: milliseconds(delay.percentile(99)),
    cpu: longestTurn / 1000,
    resident: process.memoryUsage().rss,
  });
});
process.send({ port: app.getHttpServer().address().port });
