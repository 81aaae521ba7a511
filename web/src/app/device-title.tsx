import { Box } from '@mantine/core';
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
    </Box>
  );
}
