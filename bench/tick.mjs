import { join } from 'node:path';

import { print, profileOf, start, temporaryFolder } from './support.mjs';

/** CPU of one poll cycle, from reading the simulator to the bytes on one stream reader's socket. */
export async function benchTick() {
  const cpu = {};
  for (const outlets of [48, 1000, 10000]) {
    const folder = temporaryFolder();
    const { child, found } = await start(
      'bench/tick-server.mjs',
      { BENCH_PROFILE: profileOf(outlets, folder), BENCH_DATA: join(folder, 'data') },
      /result ({.*})/,
    );
    const { microseconds, walBefore, walAfter } = JSON.parse(found[1]);
    cpu[outlets] = microseconds;
    const aim = { 48: 'aim < 0.3 ms', 10000: 'aim ≤ 12 ms' }[outlets] ?? '';
    print(`one poll cycle, ${outlets} outlets, snapshot to stream: CPU`, `${(microseconds / 1000).toFixed(3)} ms`, aim);
    print(`  for each outlet`, `${(microseconds / outlets).toFixed(2)} µs`, outlets === 48 ? '' : 'aim: linear');
    print('  bytes written to the database by the poll cycles', walAfter - walBefore, 'aim 0');
    child.kill();
  }
}
