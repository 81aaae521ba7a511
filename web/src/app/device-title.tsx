import { UnstyledButton } from '@mantine/core';
import { Icon } from '../components/icons.js';
import { lateMenu } from '../components/late-menu.js';
import { words } from '../language/words.js';
import { useSession } from '../session/session.js';
import icon from './icon.svg';

/** The mark of the product with the name of this PDU and its place: which one of many is on the screen. */
export function DeviceTitle() {
  const { deviceName, location } = useSession();
  return (
    <div className="device">
      <img className="device-mark mantine-visible-from-sm" src={icon} alt="" width={20} height={20} />
      <b>
        <bdi>{deviceName}</bdi>
      </b>
      {location !== '' && (
        <bdi className="device-place mantine-visible-from-md" title={location}>
          {location}
        </bdi>
      )}
      <Neighbours />
    </div>
  );
}

const NeighbourMenu = lateMenu(() => import('./neighbour-items.js'));

/** The way to other PDUs, if there are any. */
function Neighbours() {
  const { user } = useSession();
  if (user.neighbours.length === 0) return null;
  return (
    <NeighbourMenu
      button={
        <UnstyledButton
          className="device-neighbours"
          aria-label={words.shell.neighbours}
          title={words.shell.neighbours}
        >
          <Icon name="chevronDown" />
        </UnstyledButton>
      }
    />
  );
}
