import { join } from 'node:path';
import { measureStart } from './measure-start.mjs';
import { median, PASSWORD, print, temporaryFolder } from './support.mjs';

const ROUNDS = 5;

/** Time from process start to the first answered request, and resident memory after it, beside bare node:http. */
export async function benchStart() {
  const seen = { bare: [], rackfeed: [] };
  const folder = temporaryFolder();
  for (let round = 0; round <= ROUNDS; round++) {
    seen.bare.push(await measureStart([join(import.meta.dirname, 'bare-start.mjs')], {}));
    seen.rackfeed.push(
      await measureStart([join(import.meta.dirname, '../dist/main.js')], {
        RACKFEED_HOST: '127.0.0.1',
        RACKFEED_DATA_DIR: join(folder, 'data'),
        RACKFEED_ADMIN_PASSWORD: PASSWORD,
      }),
    );
  }
  const of = (name, what) => median(seen[name].slice(1).map((run) => run[what]));
  print('bare node:http: start to first answer', `${of('bare', 'ms').toFixed(0)} ms`);
  print('rackfeed: start to first answer', `${of('rackfeed', 'ms').toFixed(0)} ms`, 'aim ≤ 900 ms unbundled');
  print('rackfeed against bare', (of('rackfeed', 'ms') / of('bare', 'ms')).toFixed(1));
  print('bare node:http: resident memory', `${of('bare', 'megabytes').toFixed(0)} MB`);
  print('rackfeed: resident memory', `${of('rackfeed', 'megabytes').toFixed(0)} MB`, 'aim ≤ 125 MB unbundled');
}
