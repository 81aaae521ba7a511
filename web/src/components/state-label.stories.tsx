import type { Stories, Story } from '../../stories/story.js';
import { StateLabel } from './state-label.js';

const all: Story = {
  show: () => (
    <>
      <StateLabel tone="ok" isLive>
        On
      </StateLabel>{' '}
      <StateLabel tone="warn" isLive>
        Turns off in 4 s
      </StateLabel>{' '}
      <StateLabel tone="bad" isLive>
        Breaker tripped
      </StateLabel>{' '}
      <StateLabel tone="quiet" isLive>
        Off
      </StateLabel>
    </>
  ),
};

export default {
  live: all,
  old: { ...all, stream: 'old' },
  lost: { ...all, stream: 'lost' },
} satisfies Stories;
