import { Select, Text } from '@mantine/core';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { useLiveDevice } from '../../live/live.js';
import { Page, Panel } from '../../components/page.js';
import { FlagField, TextField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { useSettingsForm, type SettingsFormState } from './use-settings-form.js';

export default function TimePage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyGlobalDeviceSettings');
  const zone = useSettingsForm(mayChange);
  const network = useSettingsForm(mayChange);
  return (
    <Page title={words.titles.time}>
      <Panel title={words.network.zone}>
        <Now />
        <SettingsForm form={zone}>
          <ZoneField form={zone} />
          <FlagField form={zone} name="daylightsavings" />
        </SettingsForm>
      </Panel>
      <Panel title={words.network.ntp}>
        <SettingsForm form={network}>
          <FlagField form={network} name="ntpEnabled" />
          <TextField form={network} name="ntpHost" />
        </SettingsForm>
      </Panel>
    </Page>
  );
}

/** The running clock of the device. */
function Now() {
  const { times } = useSession();
  const device = useLiveDevice();
  return (
    <Text size="sm" mb="sm">
      {words.network.now}: <b className="live">{times.dateTime(device?.time)}</b> {times.zone}
    </Text>
  );
}

/** The time zone, found by typing a part of its name. A saved zone that the browser does not know stays selected. */
function ZoneField({ form }: { readonly form: SettingsFormState }) {
  const value = form.valueOf('timezone') ?? '';
  return (
    <Select
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
