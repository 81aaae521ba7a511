import { Button, Text } from '@mantine/core';
import { words } from '../../language/words.js';
import { live, useLiveSummary } from '../../live/live.js';
import { useSession } from '../../session/session.js';
import { FlagField, TextField } from '../network/setting-fields.js';
import { Now, ZoneField } from '../network/zone-field.js';
import { useSettingsForm } from '../network/use-settings-form.js';
import { ConfStep } from './conf-step.js';
import type { StepProps } from './step-props.js';

/** A difference between two clocks that nobody notices, ms. */
const CLOSE = 60_000;

/** The time zone, and the clock beside that of this browser. */
export function TimeStep(props: StepProps) {
  const form = useSettingsForm(true);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isHere = form.valueOf('timezone') === here;
  return (
    <ConfStep form={form} {...props}>
      <Now />
      <Clock />
      <ZoneField form={form} />
      {!isHere && (
        <div>
          <Button variant="default" className="setup-zone" onClick={() => form.set('timezone', here)}>
            {words.setup.zoneHere(here)}
          </Button>
        </div>
      )}
      <FlagField form={form} name="ntpEnabled" />
      {form.valueOf('ntpEnabled') && <TextField form={form} name="ntpHost" />}
    </ConfStep>
  );
}

/** A warning if the clock of the device differs from that of this browser. */
function Clock() {
  const { times } = useSession();
  const ownTime = useLiveSummary(() => {
    const now = Date.now();
    const isWrong = live.device !== undefined && Math.abs(Date.parse(live.device.time) - now) > CLOSE;
    return isWrong ? new Date(now - (now % 1000)).toISOString() : '';
  });
  return ownTime === '' ? null : (
    <Text size="sm" role="alert" style={{ color: 'var(--warn)' }}>
      {words.setup.clockWrong(times.dateTime(ownTime))}
    </Text>
  );
}
