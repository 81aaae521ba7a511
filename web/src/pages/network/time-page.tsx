import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { Panel } from '../../components/page.js';
import { NetworkPage } from './network-page.js';
import { FlagField, TextField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { Now, ZoneField } from './zone-field.js';
import { useSettingsForm } from './use-settings-form.js';

export default function TimePage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyGlobalDeviceSettings');
  return (
    <NetworkPage title={words.titles.time} mayChange={mayChange}>
      <ZonePanel mayChange={mayChange} />
      <NetworkTimePanel mayChange={mayChange} />
    </NetworkPage>
  );
}

function ZonePanel({ mayChange }: { readonly mayChange: boolean }) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.network.zone}>
      <Now />
      <SettingsForm form={form}>
        <ZoneField form={form} />
        <FlagField form={form} name="daylightsavings" />
      </SettingsForm>
    </Panel>
  );
}

function NetworkTimePanel({ mayChange }: { readonly mayChange: boolean }) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.network.ntp}>
      <SettingsForm form={form}>
        <FlagField form={form} name="ntpEnabled" />
        <TextField form={form} name="ntpHost" />
        <TextField form={form} name="ntpFallbackHosts" />
      </SettingsForm>
    </Panel>
  );
}
