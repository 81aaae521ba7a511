import { Group, Switch } from '@mantine/core';
import { words } from '../../language/words.js';
import { useIsLive } from '../../live/live.js';
import type { LiveOf } from '../../live/live-store.js';
import { StateLabel } from '../../components/state-label.js';
import { useHubSupply } from './use-hub-supply.js';

interface HubSupplyProps {
  readonly sensor: LiveOf<'sensors'>;
  readonly mayChange: boolean;
}

/** The DC supply of a hub for its sensors, and its user switch. */
export function HubSupply({ sensor, mayChange }: HubSupplyProps) {
  const { vdcOutputState: isOn, userSwitchState } = sensor;
  const supply = useHubSupply();
  const isLive = useIsLive();
  return (
    <Group gap="xl">
      {isOn !== undefined &&
        (mayChange ? (
          <Switch
            label={words.relays.dcSupply}
            checked={isOn}
            disabled={supply.isBusy || !isLive}
            onChange={(event) => void supply.set(sensor, event.currentTarget.checked)}
          />
        ) : (
          <span>
            {words.relays.dcSupply} <OnOff isOn={isOn} />
          </span>
        ))}
      {userSwitchState !== undefined && (
        <span>
          {words.relays.userSwitch} <OnOff isOn={userSwitchState} />
        </span>
      )}
    </Group>
  );
}

const OnOff = ({ isOn }: { readonly isOn: boolean }) => (
  <StateLabel tone={isOn ? 'ok' : 'quiet'} isLive>
    {isOn ? words.common.on : words.common.off}
  </StateLabel>
);
