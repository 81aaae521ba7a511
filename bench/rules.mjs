import { eventCode } from '../dist/events/catalogue/index.js';
import { initialState, evaluate } from '../dist/events/engine/rule-engine.js';
import { PduModel } from '../dist/hardware/profiles/pdu-model.js';
import { loadProfile } from '../dist/hardware/profiles/index.js';
import { zoneOf } from '../dist/common/calendar.js';
import { print, profileOf, temporaryFolder } from './support.mjs';

const ROUNDS = 2000;

/** Time of one tick of the rule engine, with 48 outlets whose loads vary slightly. */
export function benchRules() {
  const model = new PduModel(loadProfile(profileOf(48, temporaryFolder())));

  for (const events of [50, 500, 5000]) {
    const micros = medianTick(model, rulesOf(model, events));
    const aim = events === 500 ? 'aim < 1 ms' : '';
    print(`one tick, 48 outlets, ${events} events`, `${(micros / 1000).toFixed(3)} ms`, aim);
    print('  for each event', `${((micros / events) * 1000).toFixed(0)} ns`, events === 5000 ? 'aim: linear' : '');
  }
  const every = Array.from({ length: 500 }, () => compiled(model, 45, ['any', '1000', '3']));
  print(
    'one tick, 500 events for any of 48 outlets',
    `${(medianTick(model, every) / 1000).toFixed(3)} ms`,
    'aim < 1 ms',
  );
}

/** Some events of each kind: outlets and banks beyond and within their limits, schedules. */
const rulesOf = (model, count) =>
  Array.from({ length: count }, (_, index) => {
    const outlet = model.outlets[index % model.outlets.length].id;
    const bank = model.banks[index % model.banks.length].id;
    if (index % 10 === 0) return compiled(model, 53, [`0${index % 9}:30`]);
    if (index % 10 < 3) return compiled(model, 31, [bank, index % 2 ? '5' : '50', '3']);
    return compiled(model, index % 2 ? 45 : 46, [outlet, index % 4 < 2 ? '0.5' : '2', '3']);
  });

function compiled(model, code, [first = '', second = '', third = '']) {
  const rule = eventCode(code).compile([first, second, third], model);
  return { compiled: rule, state: initialState(rule) };
}

function medianTick(model, rules) {
  const zone = zoneOf('Europe/Berlin');
  const [low, high] = [0.9, 1.1].map((current) => ({
    inlets: [],
    banks: model.banks.map(({ id }) => ({ id, current: current * 10 })),
    outlets: model.outlets.map(({ id }) => ({ id, current })),
    relayOutputs: [],
    sensors: [],
  }));
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const uptime = round * 1000;
    const now = {
      ...(round % 2 ? low : high),
      seq: round,
      uptime,
      readAt: uptime,
      takenAt: 1.77e12 + uptime,
      fresh: true,
    };
    const context = { now, elapsed: 1000, zone, poweredUp: false, energyOf: () => 0, pingFailures: () => undefined };
    const begun = performance.now();
    for (const rule of rules) {
      const after = evaluate(rule.compiled, rule.state, context);
      if (after) rule.state = after.state;
    }
    if (round >= ROUNDS / 2) times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[times.length >> 1] * 1000;
}
