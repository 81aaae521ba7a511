import type { Stories, Story } from '../../stories/story.js';
import { amps } from '../language/format.js';
import { LiveAge, LivePill } from './live-state.js';
import { LiveValue } from './live-value.js';
import { Facts } from './facts.js';

const values: Story = {
  show: () => (
    <>
      <LivePill /> <LiveAge />
      <Facts
        rows={[
          ['Current', <LiveValue list="banks" id="1200578" text={(bank) => amps(bank?.currentRms)} />],
          ['Of a bank that is gone', <LiveValue list="banks" id="9" text={(bank) => amps(bank?.currentRms)} />],
        ]}
      />
    </>
  ),
};

export default {
  live: values,
  old: { ...values, stream: 'old' },
  lost: { ...values, stream: 'lost' },
} satisfies Stories;
