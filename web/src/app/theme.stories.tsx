import { Alert } from '@mantine/core';
import { LONG } from '../../stories/fixtures.js';
import type { Stories, Story } from '../../stories/story.js';
import { Icon } from '../components/icons.js';

/** A notice in a colour, on both grounds of the pages; the check of contrast applies to its title and its icon as well. */
const notice = (color: string): Story => ({
  show: () =>
    ['var(--ground)', 'var(--raised)'].map((background) => (
      <div key={background} style={{ background, padding: 8 }}>
        <Alert
          color={color}
          variant="light"
          title="The PDU is too old"
          icon={<Icon name="bell" />}
          className="breakable"
        >
          {LONG}
        </Alert>
      </div>
    )),
});

export default {
  'notice-orange': notice('orange'),
  'notice-yellow': notice('yellow'),
  'notice-red': notice('red'),
  'notice-green': notice('green'),
} satisfies Stories;
