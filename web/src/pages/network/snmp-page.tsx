import { Text } from '@mantine/core';
import { useSession } from '../../session/session.js';
import { en } from '../../language/en.js';
import { Page, Panel } from '../../components/page.js';
import { ChoiceField, FlagField, NumberField, RoleField, TextField } from './setting-fields.js';
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
      <DescriptionPanel mayChange={mayChange || rights.can('modifyGlobalDeviceSettings')} />
      <CompatibilityPanel mayChange={mayChange} />
      <TrapPanel mayChange={mayChange} />
    </Page>
  );
}

function AgentPanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={en.network.agent}>
      <Text size="sm" c="dimmed" mb="sm">
        {en.network.agentHelp}
      </Text>
      <SettingsForm form={form}>
        <FlagField form={form} name="snmpv12Enabled" />
        <SecretField form={form} name="snmpv12ReadString" />
        <RoleField form={form} name="snmpv12ReadRoleId" none={en.network.readsEverything} />
        <SecretField form={form} name="snmpv12WriteString" />
        <RoleField form={form} name="snmpv12WriteRoleId" none={en.network.switchesEverything} />
        <ChoiceField form={form} name="snmpMinimumSecurity" labels={en.snmpUser.levels} />
        <NumberField form={form} name="snmpPort" min={1} max={65_535} />
        <TextField form={form} name="snmpAllowedNetworks" />
      </SettingsForm>
    </Panel>
  );
}

/** The texts about the PDU, also for those who may change its name; a manager may change them too. */
function DescriptionPanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={en.network.description}>
      <SettingsForm form={form}>
        <TextField form={form} name="snmpContact" />
        <TextField form={form} name="snmpLocation" />
      </SettingsForm>
    </Panel>
  );
}

function CompatibilityPanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={en.network.compatibility}>
      <Text size="sm" c="dimmed" mb="sm">
        {en.network.compatibilityHelp}
      </Text>
      <SettingsForm form={form}>
        <ChoiceField form={form} name="snmpIdentity" labels={en.network.identities} />
        <TextField form={form} name="snmpSysDescr" />
        <FlagField form={form} name="snmpCompatMibs" />
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
        <FlagField form={form} name="snmpInformEnabled" />
      </SettingsForm>
    </Panel>
  );
}

const BOTH = 'authPriv';
const NEITHER = 'noAuthNoPriv';
const AUTHENTICATION = { SHA: 'SHA', MD5: 'MD5' };
const ENCRYPTION = { AES: 'AES', DES: 'DES' };
