import { Select, Text } from '@mantine/core';
import { words } from '../../language/words.js';
import { useLiveDevice } from '../../live/live.js';
import { useSession } from '../../session/session.js';
import { settingId } from './setting-places.js';
import type { SettingsFormState } from './use-settings-form.js';

/** The running clock of the device. */
export function Now() {
  const { times } = useSession();
  const device = useLiveDevice();
  return (
    <Text size="sm" mb="sm">
      {words.network.now}: <b className="live">{times.dateTime(device?.time)}</b> {times.zone}
    </Text>
  );
}

/** The time zone, found by typing a part of its name. A saved zone that the browser does not know stays selected. */
export function ZoneField({ form }: { readonly form: SettingsFormState }) {
  const value = form.valueOf('timezone') ?? '';
  return (
    <Select
      id={settingId('timezone')}
      label={words.conf.timezone.label}
      description={words.conf.timezone.help}
      error={form.errorOf('timezone')}
      data={[...new Set([value, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
      value={value}
      readOnly={!form.mayChange}
      searchable
      limit={100}
      nothingFoundMessage={words.network.zoneNothing}
      w={300}
      onChange={(zone) => zone !== null && form.set('timezone', zone)}
    />
  );
}
