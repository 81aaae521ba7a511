import { Anchor, Text } from '@mantine/core';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { Panel } from '../../components/page.js';
import { CertificatePanel } from './certificate-panel.js';
import { NetworkPage } from './network-page.js';
import { FlagField, NumberField, TextField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { useSettingsForm } from './use-settings-form.js';

const DAY = 86_400;

export default function WebPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  return (
    <NetworkPage
      title={words.titles.web}
      mayChange={mayChange}
      reads={[useHealth(), useApi('/api/system/certificate')]}
    >
      <AccessPanel mayChange={mayChange} />
      <HttpsPanel mayChange={mayChange} />
      <CertificatePanel mayChange={mayChange} />
    </NetworkPage>
  );
}

interface PanelProps {
  readonly mayChange: boolean;
}

function AccessPanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.network.access}>
      <SettingsForm form={form}>
        <FlagField form={form} name="webApiPasswordEnabled" />
        <NumberField form={form} name="webIdleTimeout" min={0} max={DAY} />
        <NumberField form={form} name="webMaxUsers" min={0} max={128} />
        <TextField form={form} name="webAllowedHosts" />
      </SettingsForm>
    </Panel>
  );
}

function HttpsPanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  const isOff = !(form.valueOf('webSslEnabled') ?? false);
  return (
    <Panel title={words.network.https}>
      <SettingsForm form={form}>
        <HttpsState />
        <FlagField form={form} name="webSslEnabled" />
        <NumberField form={form} name="webSslPort" min={1} max={65_535} />
        <FlagField form={form} name="webRedirectHttp" disabled={isOff} />
        <FlagField form={form} name="webHstsEnabled" disabled={isOff} />
        {form.saved?.customSslCertExists && <FlagField form={form} name="customSslCertEnabled" />}
      </SettingsForm>
    </Panel>
  );
}

function useHealth() {
  const { rights } = useSession();
  return useApi('/api/system/health', { enabled: rights.can('viewGlobalDeviceSettings'), every: 5_000 });
}

/** The state of HTTPS, which may be enabled and yet not available because its port is in use. */
function HttpsState() {
  const { data: health } = useHealth();
  if (!health) return null;
  const { port, trouble } = health.https;
  const url = `https://${location.hostname}:${port ?? ''}/`;
  return (
    <Text size="sm" mih={22} role="status">
      {trouble !== undefined && <b style={{ color: 'var(--bad)' }}>{trouble}</b>}
      {trouble === undefined && port === undefined && words.network.httpsOff}
      {trouble === undefined && port !== undefined && (
        <>
          {words.network.httpsAt} <Anchor href={url}>{url}</Anchor>
        </>
      )}
    </Text>
  );
}
