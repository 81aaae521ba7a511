import { Anchor, Text } from '@mantine/core';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { Page, Panel } from '../../parts/page.js';
import { CertificatePanel } from './certificate-panel.js';
import { FlagField, NumberField, TextField } from './conf-fields.js';
import { ConfFrame } from './conf-frame.js';
import { useConfForm } from './use-conf-form.js';

const DAY = 86_400;

export default function WebPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  return (
    <Page title={en.titles.web}>
      <AccessPanel mayChange={mayChange} />
      <HttpsPanel mayChange={mayChange} />
      <CertificatePanel mayChange={mayChange} />
    </Page>
  );
}

interface PanelProps {
  readonly mayChange: boolean;
}

function AccessPanel({ mayChange }: PanelProps) {
  const form = useConfForm(mayChange);
  return (
    <Panel title={en.network.access}>
      <ConfFrame form={form}>
        <FlagField form={form} name="webApiPasswordEnabled" />
        <NumberField form={form} name="webIdleTimeout" min={0} max={DAY} />
        <NumberField form={form} name="webMaxUsers" min={0} max={128} />
        <TextField form={form} name="webAllowedHosts" />
      </ConfFrame>
    </Panel>
  );
}

function HttpsPanel({ mayChange }: PanelProps) {
  const form = useConfForm(mayChange);
  const { edited, kept } = form;
  const isOff = !(edited.webSslEnabled ?? kept?.webSslEnabled ?? false);
  return (
    <Panel title={en.network.https}>
      <ConfFrame form={form}>
        <HttpsState />
        <FlagField form={form} name="webSslEnabled" />
        <NumberField form={form} name="webSslPort" min={1} max={65_535} />
        <FlagField form={form} name="webRedirectHttp" disabled={isOff} />
        <FlagField form={form} name="webHstsEnabled" disabled={isOff} />
        {kept?.customSslCertExists && <FlagField form={form} name="customSslCertEnabled" />}
      </ConfFrame>
    </Panel>
  );
}

/** Whether HTTPS listens now: it may be switched on and yet have no port to listen on. */
function HttpsState() {
  const { rights } = useSession();
  const { data: health } = useApi('/api/system/health', {
    enabled: rights.can('viewGlobalDeviceSettings'),
    every: 5_000,
  });
  if (!health) return null;
  const { port, trouble } = health.https;
  const url = `https://${location.hostname}:${port ?? ''}/`;
  return (
    <Text size="sm" mih={22} role="status">
      {trouble !== undefined && <b style={{ color: 'var(--bad)' }}>{trouble}</b>}
      {trouble === undefined && port === undefined && en.network.httpsOff}
      {trouble === undefined && port !== undefined && (
        <>
          {en.network.httpsAt} <Anchor href={url}>{url}</Anchor>
        </>
      )}
    </Text>
  );
}
