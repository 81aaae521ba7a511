import { Group, Switch } from '@mantine/core';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useIsLive } from '../../live/live.js';
import type { LiveOf } from '../../live/live-store.js';
import { useConfirm } from '../../components/confirm.js';
import { switchingFailure } from '../../components/switching-failure.js';
import { notifyFailure } from '../../components/toasts.js';
import { StateLabel } from '../../components/state-label.js';

interface HubSupplyProps {
  readonly sensor: LiveOf<'sensors'>;
  readonly mayChange: boolean;
}

/** The DC supply of a hub for its sensors, and its user switch. */
export function HubSupply({ sensor, mayChange }: HubSupplyProps) {
  const { sensorId, vdcOutputState: isOn, userSwitchState } = sensor;
  const confirm = useConfirm();
  const isLive = useIsLive();
  const change = useChange(
    (vdcOutputState: boolean) => api.put('/api/sensors/{sensorId}', { path: { sensorId }, body: { vdcOutputState } }),
    [],
  );
  const onSwitch = async (wanted: boolean): Promise<void> => {
    const question = {
      title: words.relays.dcOffTitle,
      body: words.relays.dcOffText,
      confirm: words.relays.turnOff,
      danger: true,
      moves: true,
    };
    if (!wanted && !(await confirm(question))) return;
    await change.mutateAsync(wanted).catch((error: unknown) => notifyFailure(switchingFailure(error as Error)));
  };
  return (
    <Group gap="xl">
      {isOn !== undefined &&
        (mayChange ? (
          <Switch
            label={words.relays.dcSupply}
            checked={isOn}
            disabled={change.isPending || !isLive}
            onChange={(event) => void onSwitch(event.currentTarget.checked)}
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
