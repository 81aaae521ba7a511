import { Code, Text } from '@mantine/core';
import { useApi } from '../../api/queries.js';
import { Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { NetworkPage } from './network-page.js';
import { ProtocolState } from './protocol-state.js';
import { RedfishEvents } from './redfish-events.js';
import { ChoiceField, FlagField, NumberField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { useSettingsForm } from './use-settings-form.js';

export default function RedfishPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  const servers = useApi('/api/system/protocols');
  const port = servers.data?.find(({ name }) => name === 'redfish')?.port;
  const events = useApi('/api/redfish', { enabled: port !== undefined });
  return (
    <NetworkPage title={words.titles.redfish} mayChange={mayChange} reads={[servers, events]}>
      <ProtocolState name="redfish">{words.protocols.help.redfish}</ProtocolState>
      {port !== undefined && <ClientPanel port={port} />}
      {port !== undefined && <RedfishEvents mayTest={mayChange} />}
      <ServicePanel mayChange={mayChange} />
    </NetworkPage>
  );
}

/** The address for clients and commands that try it. */
function ClientPanel({ port }: { readonly port: number }) {
  const { user } = useSession();
  const texts = words.redfish;
  const host = `${window.location.hostname}${port === 443 ? '' : `:${port}`}`;
  const outlets = `https://${host}/redfish/v1/PowerEquipment?$expand=.`;
  return (
    <Panel title={texts.clients}>
      <Text size="sm" mb="xs">
        {texts.clientsText}
      </Text>
      <Lines
        lines={[
          `https://${host}/redfish/v1/`,
          `curl -k -u ${user.username} '${outlets}'`,
          `redfishtool -r ${host} -u ${user.username} -p PASSWORD -S Always Chassis`,
        ]}
      />
      <Text size="sm" mt="sm" mb="xs">
        {texts.events}
      </Text>
      <Lines lines={[`curl -k -N -u ${user.username} 'https://${host}/redfish/v1/EventService/SSE'`]} />
    </Panel>
  );
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} tabIndex={0}>
    {lines.join('\n')}
  </Code>
);

interface PanelProps {
  readonly mayChange: boolean;
}

function ServicePanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.protocols.settings}>
      <SettingsForm form={form}>
        <FlagField form={form} name="redfishEnabled" />
        <ChoiceField form={form} name="redfishBasicAuth" labels={words.redfish.basicAuth} />
        <FlagField form={form} name="redfishChangePasswordAction" />
        <NumberField form={form} name="redfishRetryInterval" min={5} max={3600} />
      </SettingsForm>
    </Panel>
  );
}
