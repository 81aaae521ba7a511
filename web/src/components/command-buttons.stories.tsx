import type { Stories, Story } from '../../stories/story.js';
import { CommandButtons } from './command-buttons.js';
import { HoldButton } from './hold-button.js';

const nothing = (): void => undefined;
const buttons: Story = {
  show: () => (
    <>
      <CommandButtons onCommand={nothing} onHeld={nothing} isIdle={(command) => command === 'ON'} />
      <HoldButton disabled={false} onHeld={nothing}>
        Turn off
      </HoldButton>
    </>
  ),
};

export default {
  live: buttons,
  lost: { ...buttons, stream: 'lost' },
  busy: { show: () => <CommandButtons onCommand={nothing} isBusy={(command) => command === 'REBOOT'} /> },
  'reboot-only': { show: () => <CommandButtons onCommand={nothing} isLeftOut={(command) => command === 'OFF'} /> },
} satisfies Stories;
