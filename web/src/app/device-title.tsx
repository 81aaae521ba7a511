import { Box, Menu, UnstyledButton } from '@mantine/core';
import { Icon } from '../components/icons.js';
import { words } from '../language/words.js';
import { useSession } from '../session/session.js';
import icon from './icon.svg';

/** The mark of the product with the name of this PDU and its place: which one of many is on the screen. */
export function DeviceTitle({ visibleFrom }: { readonly visibleFrom?: 'sm' }) {
  const { deviceName, location } = useSession();
  return (
    <Box className="device" {...(visibleFrom && { visibleFrom })}>
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
    </Box>
  );
}

/** The way to other PDUs, by the setting `neighbours`. */
function Neighbours() {
  const { user } = useSession();
  if (user.neighbours.length === 0) return null;
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton
          className="device-neighbours"
          aria-label={words.shell.neighbours}
          title={words.shell.neighbours}
        >
          <Icon name="chevronDown" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{words.shell.neighbours}</Menu.Label>
        {user.neighbours.map(({ name, url }) => (
          <Menu.Item key={`${name} ${url}`} component="a" href={url}>
            <bdi>{name}</bdi>
            <span className="device-place"> {new URL(url).host}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
