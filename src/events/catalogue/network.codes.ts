import { FORMATS } from '../../common/formats.js';
import { oneOf, textThat } from '../../common/values.js';
import type { Limit } from '../engine/compiled-rule.js';
import type { EvaluationContext } from '../engine/evaluation-context.js';
import { optional, wholeNumber, type EventParam } from './param.js';
import { always, type EventRow } from './row.js';

const TARGET: EventParam = {
  kind: 'host',
  label: 'target IP address',
  read: FORMATS.host,
};

const FAILURES = wholeNumber('fails before action', { min: 1, max: 100_000 });

/** `default` leaves the way to the host system; `secondary` is its second network interface. */
const WAYS = ['default', 'secondary'] as const;
const wayOf = oneOf(...WAYS);
const interfaceName = textThat(
  (given) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,14}$/.test(given),
  '"default", "secondary" or the name of a network interface',
);

const INTERFACE: EventParam = optional({
  kind: 'networkInterface',
  label: 'network interface',
  choices: () => WAYS.map((value) => ({ value, label: value })),
  read: (given) => {
    const way = wayOf(given);
    return 'value' in way ? way : interfaceName(given);
  },
});

/** Codes of the network. */
export const NETWORK_CODES: readonly EventRow[] = [
  {
    code: 12,
    name: 'AutoPing Timeout',
    pings: true,
    params: [TARGET, FAILURES, INTERFACE],
    fits: always,
    compile: ([target, fails, networkInterface]) => {
      const limit: Limit = { label: 'failed pings in a row', unit: '', limit: Number(fails), direction: 'reached' };
      const measure = (context: EvaluationContext) => context.pingFailures(target, networkInterface || 'default');
      return {
        kind: 'level',
        sustain: 0,
        measured: false,
        limit,
        watches: [
          {
            object: { kind: 'network', id: target, name: target },
            measure,
            holds: (context) => {
              const failures = measure(context);
              return failures === undefined ? undefined : failures >= limit.limit;
            },
          },
        ],
      };
    },
  },
];
