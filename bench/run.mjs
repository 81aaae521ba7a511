/**
 * npm run bench [http|tick|large|rules|switch|history|stream|start|release|sign-in|web|documents|siege|crowd|protocols|mqtt|redfish|insight|fleet|collector]:
 * prints ratios measured in one run, without assertions. `npm run bench soak 25` and `soak-hub 20` take as many minutes, and run only
 * when they are named.
 */
import { measuredSlowness } from '../test/support/jest/measure-machine.mjs';
import { benchCollector } from './collector.mjs';
import { benchCrowd } from './crowd.mjs';
import { benchDocuments } from './documents.mjs';
import { benchFleet } from './fleet/index.mjs';
import { benchHistory } from './history.mjs';
import { benchHttp } from './http.mjs';
import { benchLarge } from './large.mjs';
import { benchInsight } from './insight.mjs';
import { benchMqtt } from './protocols/mqtt.mjs';
import { benchRedfish } from './protocols/redfish.mjs';
import { benchProtocols } from './protocols/index.mjs';
import { benchRelease } from './release.mjs';
import { benchSignIn } from './sign-in.mjs';
import { benchRules } from './rules.mjs';
import { benchSiege } from './siege.mjs';
import { benchSoak } from './soak/controller.mjs';
import { benchSoakHub } from './soak/hub.mjs';
import { benchStart } from './start.mjs';
import { benchStream } from './stream.mjs';
import { benchSwitch } from './switch.mjs';
import { benchTick } from './tick.mjs';
import { benchWeb } from './web.mjs';

const BENCHES = {
  http: benchHttp,
  tick: benchTick,
  large: benchLarge,
  rules: benchRules,
  switch: benchSwitch,
  history: benchHistory,
  stream: benchStream,
  start: benchStart,
  release: benchRelease,
  'sign-in': benchSignIn,
  web: benchWeb,
  documents: benchDocuments,
  siege: benchSiege,
  crowd: benchCrowd,
  protocols: benchProtocols,
  insight: benchInsight,
  fleet: benchFleet,
  collector: benchCollector,
};
const LONG = { soak: benchSoak, 'soak-hub': benchSoakHub };
/** Benches that are part of another one. */
const PARTS = { mqtt: benchMqtt, redfish: benchRedfish };
const wanted = process.argv.slice(2).filter((word) => !/^\d+$/.test(word));
const minutes = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 25);

// The aims in milliseconds are those of a quiet machine.
const slowness = await measuredSlowness();
console.log(`This machine starts a process ${slowness.toFixed(1)} times more slowly than a quiet one with two cores.`);

for (const [name, run] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  await run(slowness);
}
for (const [name, run] of Object.entries({ ...PARTS, ...LONG })) {
  if (!wanted.includes(name)) continue;
  console.log(`\n${name}`);
  await run(minutes);
}
process.exit(0);
