/** npm run bench [http|tick|rules|switch|history|stream|start|release|sign-in|web|documents]: prints ratios measured in one run. Nothing here is asserted. */
import { benchDocuments } from './documents.mjs';
import { benchHistory } from './history.mjs';
import { benchHttp } from './http.mjs';
import { benchRelease } from './release.mjs';
import { benchSignIn } from './sign-in.mjs';
import { benchRules } from './rules.mjs';
import { benchStart } from './start.mjs';
import { benchStream } from './stream.mjs';
import { benchSwitch } from './switch.mjs';
import { benchTick } from './tick.mjs';
import { benchWeb } from './web.mjs';

const BENCHES = {
  http: benchHttp,
  tick: benchTick,
  rules: benchRules,
  switch: benchSwitch,
  history: benchHistory,
  stream: benchStream,
  start: benchStart,
  release: benchRelease,
  'sign-in': benchSignIn,
  web: benchWeb,
  documents: benchDocuments,
};
const wanted = process.argv.slice(2);

for (const [name, run] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  await run();
}
process.exit(0);
