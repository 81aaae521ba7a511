import { Text } from '@mantine/core';
import { useSession } from '../../session/session.js';
import { en } from '../../language/en.js';
import { NotSupported } from '../../components/not-supported.js';
import { Page, Panel } from '../../components/page.js';
import { ChoiceField, FlagField, TextField } from './setting-fields.js';
import { ProtocolState } from './protocol-state.js';
import { SettingsForm } from './settings-form.js';
import { SecretField } from './secret-field.js';
import { useSettingsForm } from './use-settings-form.js';

interface PanelProps {
  readonly mayChange: boolean;
}

export default function SnmpPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  return (
    <Page title={en.titles.snmp}>
      <ProtocolState name="snmp">{en.protocols.help.snmp}</ProtocolState>
      <AgentPanel mayChange={mayChange} />
      <TrapPanel mayChange={mayChange} />
    </Page>
  );
}

function AgentPanel({ mayChange }: PanelProps) {
  const { rights } = useSession();
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={en.network.agent}>
      <NotSupported area="snmpAgent" mayAsk={rights.readsSettings} />
      <Text size="sm" c="dimmed" mb="sm">
        {en.network.agentHelp}
      </Text>
      <SettingsForm form={form}>
        <FlagField form={form} name="snmpv12Enabled" />
        <SecretField form={form} name="snmpv12ReadString" />
        <SecretField form={form} name="snmpv12WriteString" />
      </SettingsForm>
    </Panel>
  );
}

function TrapPanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  const level = form.valueOf('snmp3TrapSecurity');
  return (
    <Panel title={en.network.traps}>
      <Text size="sm" c="dimmed" mb="sm">
        {en.network.trapsHelp}
      </Text>
      <SettingsForm form={form}>
        <TextField form={form} name="snmp3TrapUser" />
        <ChoiceField form={form} name="snmp3TrapSecurity" labels={en.snmpUser.levels} />
        <ChoiceField form={form} name="snmp3TrapAuthProtocol" labels={AUTHENTICATION} disabled={level === NEITHER} />
        <SecretField form={form} name="snmp3AuthPass" disabled={level === NEITHER} />
        <ChoiceField form={form} name="snmp3TrapPrivacyProtocol" labels={ENCRYPTION} disabled={level !== BOTH} />
        <SecretField form={form} name="snmp3PrivacyPass" disabled={level !== BOTH} />
      </SettingsForm>
    </Panel>
  );
}

const BOTH = 'authPriv';
const NEITHER = 'noAuthNoPriv';
const AUTHENTICATION = { SHA: 'SHA', MD5: 'MD5' };
const ENCRYPTION = { AES: 'AES', DES: 'DES' };
