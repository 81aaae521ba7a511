import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { Page, Panel } from '../../components/page.js';
import { WhenRead } from '../../components/when-read.js';
import { FlagField, TextField } from '../network/setting-fields.js';
import { SettingsForm } from '../network/settings-form.js';
import { useSettingsForm } from '../network/use-settings-form.js';
import { ZoneField } from '../network/zone-field.js';
import { HealthPanel } from '../system/health-panel.js';

interface PanelProps {
  readonly mayChange: boolean;
}

/** The health of the hub itself, and its settings besides those of the web and of syslog. */
export default function HubPage() {
  const { rights } = useSession();
  const reads = rights.can('viewGlobalDeviceSettings');
  return (
    <Page title={words.titles.hub}>
      <WhenRead reads={[useApi('/api/system/health', { enabled: reads }), useApi('/api/conf')]}>
        {reads && <HealthPanel />}
        {reads && <NamePanel mayChange={rights.can('modifyGlobalDeviceSettings')} />}
        {rights.can('viewNetworkSettings') && <NetworkPanel mayChange={rights.can('modifyNetworkSettings')} />}
      </WhenRead>
    </Page>
  );
}

function NamePanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.fleet.hubName}>
      <SettingsForm form={form}>
        <TextField form={form} name="deviceName" />
        <TextField form={form} name="hostName" />
        <ZoneField form={form} />
      </SettingsForm>
    </Panel>
  );
}

function NetworkPanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.fleet.hubNetwork}>
      <SettingsForm form={form}>
        <FlagField form={form} name="allowLocalTargets" />
      </SettingsForm>
    </Panel>
  );
}
