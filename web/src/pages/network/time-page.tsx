import { Select, Text } from '@mantine/core';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { useLiveDevice } from '../../live/live.js';
import { Page, Panel } from '../../parts/page.js';
import { FlagField, TextField } from './conf-fields.js';
import { ConfFrame } from './conf-frame.js';
import { useConfForm, type ConfForm } from './use-conf-form.js';

export default function TimePage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyGlobalDeviceSettings');
  const zone = useConfForm(mayChange);
  const network = useConfForm(mayChange);
  return (
    <Page title={en.titles.time}>
      <Panel title={en.network.zone}>
        <Now />
        <ConfFrame form={zone}>
          <ZoneField form={zone} />
          <FlagField form={zone} name="daylightsavings" />
        </ConfFrame>
      </Panel>
      <Panel title={en.network.ntp}>
        <ConfFrame form={network}>
          <FlagField form={network} name="ntpEnabled" />
          <TextField form={network} name="ntpHost" />
        </ConfFrame>
      </Panel>
    </Page>
  );
}

/** The clock of the device, as it goes. */
function Now() {
  const { times } = useSession();
  const device = useLiveDevice();
  return (
    <Text size="sm" mb="sm">
      {en.network.now}: <b className="live">{times.dateTime(device?.time)}</b> {times.zone}
    </Text>
  );
}

/** A zone is found by typing a part of its name. One that the browser does not know is kept. */
function ZoneField({ form }: { readonly form: ConfForm }) {
  const value = form.edited.timezone ?? form.kept?.timezone ?? '';
  return (
    <Select
      label={en.conf.timezone.label}
      description={en.conf.timezone.help}
      error={form.errorOf('timezone')}
      data={[...new Set([value, 'UTC', ...Intl.supportedValuesOf('timeZone')])]}
      value={value}
      readOnly={!form.mayChange}
      searchable
      limit={100}
      nothingFoundMessage={en.network.zoneNothing}
      w={300}
      onChange={(zone) => zone !== null && form.set('timezone', zone)}
    />
  );
}
