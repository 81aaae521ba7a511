import { HEBREW, LONG, someRows } from '../../../stories/fixtures.js';
import type { Stories, Story } from '../../../stories/story.js';
import type { Command } from '../../components/command-buttons.js';
import type { OutletRow } from './outlet-rows.js';
import { planOf } from './switch-plan.js';
import { SwitchQuestion } from './switch-question.js';

const question = (rows: readonly OutletRow[], command: Command = 'OFF'): Story => ({
  show: () => <SwitchQuestion plan={planOf(rows, command)} command={command} />,
});
const [one, two, three, ...others] = someRows(8);

export default {
  one: question(someRows(1)),
  protected: question(someRows(2, { protection: 'confirm' })),
  refused: question(someRows(2, { protection: 'locked' })),
  mixed: question([
    ...(one ? [{ ...one, protection: 'locked' } as const] : []),
    ...(two ? [{ ...two, protection: 'rebootOnly' } as const] : []),
    ...(three ? [{ ...three, state: 'OFF' } as const] : []),
    ...others,
  ]),
  'rows-48': question(someRows(48)),
  'long-names': question(someRows(3, { outletName: LONG, groups: [LONG], device: { name: LONG, notes: LONG } })),
  consumers: question(someRows(2, { consumers: ['db-1', 'db-2', 'Core switch'] })),
  'long-consumers': question(someRows(2, { consumers: [LONG, ...Array<string>(7).fill('x'.repeat(100))] })),
  'right-to-left': question(someRows(3, { outletName: HEBREW })),
  lost: { ...question(someRows(3)), stream: 'lost' },
} satisfies Stories;
