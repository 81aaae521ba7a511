import { NumberInput, Switch } from '@mantine/core';
import { words } from '../language/words.js';

interface OffTime {
  readonly customRebootTimeEnabled: boolean;
  /** s */
  readonly customRebootTime: number;
}

/** The fields for the custom reboot off time of an outlet or relay. */
export function OffTimeFields({
  value: { customRebootTimeEnabled, customRebootTime },
  onChange,
}: {
  readonly value: OffTime;
  readonly onChange: (change: Partial<OffTime>) => void;
}) {
  return (
    <>
      <Switch
        label={words.outlets.customRebootTime}
        checked={customRebootTimeEnabled}
        onChange={(event) => onChange({ customRebootTimeEnabled: event.currentTarget.checked })}
      />
      <NumberInput
        label={words.outlets.customRebootSeconds}
        min={1}
        max={3600}
        allowDecimal={false}
        value={customRebootTime}
        disabled={!customRebootTimeEnabled}
        onChange={(value) => typeof value === 'number' && onChange({ customRebootTime: value })}
      />
    </>
  );
}
