import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../dist/app.js';
import { readConfig } from '../dist/config/runtime-config.js';
import { prepareDataFolder } from '../dist/database/data-folder.js';
import { MeterPollerService } from '../dist/hardware/meter-poller.service.js';
import { PASSWORD, signIn, startReaders } from './support.mjs';

const config = readConfig({
  RACKFEED_DATA_DIR: process.env.BENCH_DATA,
  RACKFEED_MODEL: process.env.BENCH_PROFILE,
  RACKFEED_ADMIN_PASSWORD: PASSWORD,
});
prepareDataFolder(config.dataDir);
const app = await createApp(config, { polling: false });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();
const token = await signIn(port);

// The reader is a separate process, so that its CPU is not counted.
const reader = await startReaders({ port, token, count: 1 });

const poller = app.get(MeterPollerService);
const wal = () => statSync(join(config.dataDir, 'rackfeed.sqlite-wal')).size;
const nextLoop = () => new Promise((resolve) => setImmediate(resolve));
const rounds = config.model.includes('10000') ? 60 : 400;
for (let round = 0; round < rounds / 2; round++) {
  await poller.poll();
  await nextLoop();
}
const walBefore = wal();
const before = process.cpuUsage();
for (let round = 0; round < rounds; round++) {
  await poller.poll();
  await nextLoop();
}
const used = process.cpuUsage(before);
console.log(
  `result ${JSON.stringify({ microseconds: (used.user + used.system) / rounds, walBefore, walAfter: wal() })}`,
);
reader.stop();
