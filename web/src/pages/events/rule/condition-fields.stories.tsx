import { LONG } from '../../../../stories/fixtures.js';
import type { Stories, Story } from '../../../../stories/story.js';
import type { EventCode } from '../event-texts.js';
import './rule.css';
import { ConditionFields, type Condition } from './condition-fields.js';

const codesOf = (name: string): EventCode[] =>
  [
    {
      ...{ code: 31, label: 'Bank Max Current Threshold', available: true, group: 'bank' },
      params: [
        { label: 'bank', kind: 'bank', choices: ['1200578'], choiceLabels: [name] },
        { label: 'amperage threshold', kind: 'number', unit: 'A', min: 0, max: 10_000 },
        { label: 'seconds past threshold', kind: 'number', unit: 's', min: 0, max: 3_600, integer: true },
      ],
    },
  ] as unknown as EventCode[];

const sentence = (condition: Condition, name = 'Bank 1'): Story => ({
  show: () => <ConditionFields codes={codesOf(name)} onChange={() => undefined} {...condition} />,
});
const filled: Condition = { subject: 'bank:1200578', code: 31, params: ['1200578', '12', '10'] };

export default {
  empty: sentence({ subject: '', code: undefined, params: [] }),
  filled: sentence(filled),
  'long-names': sentence(filled, LONG),
} satisfies Stories;
