import { Text, Title } from '@mantine/core';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { Panel } from '../../components/page.js';
import { NetworkPage } from './network-page.js';
import { ChoiceField, FlagField, NumberField, RoleField, TextField } from './setting-fields.js';
import { ProtocolState } from './protocol-state.js';
import { SettingsForm } from './settings-form.js';
import { SecretField } from './secret-field.js';
import { SNMPV3_TRAP, testAction } from './action-test.js';
import { TestRunForm } from './test-run.js';
import { useSettingsForm } from './use-settings-form.js';

interface PanelProps {
  readonly mayChange: boolean;
}

export default function SnmpPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  return (
    <NetworkPage title={words.titles.snmp} mayChange={mayChange} reads={[useApi('/api/system/protocols')]}>
      <ProtocolState name="snmp">{words.protocols.help.snmp}</ProtocolState>
      <AgentPanel mayChange={mayChange} />
      <DescriptionPanel mayChange={mayChange || rights.can('modifyGlobalDeviceSettings')} />
      <CompatibilityPanel mayChange={mayChange} />
      <TrapPanel mayChange={mayChange} mayTest={rights.can('modifyEventActions')} />
    </NetworkPage>
  );
}

function AgentPanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.network.agent}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.network.agentHelp}
      </Text>
      <SettingsForm form={form}>
        <FlagField form={form} name="snmpv12Enabled" />
        <SecretField form={form} name="snmpv12ReadString" />
        <RoleField form={form} name="snmpv12ReadRoleId" none={words.network.readsEverything} />
        <SecretField form={form} name="snmpv12WriteString" />
        <RoleField form={form} name="snmpv12WriteRoleId" none={words.network.switchesEverything} />
        <ChoiceField form={form} name="snmpMinimumSecurity" labels={words.snmpUser.levels} />
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
    <Panel title={words.network.description}>
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
    <Panel title={words.network.compatibility}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.network.compatibilityHelp}
      </Text>
      <SettingsForm form={form}>
        <ChoiceField form={form} name="snmpIdentity" labels={words.network.identities} />
        <TextField form={form} name="snmpSysDescr" />
        <FlagField form={form} name="snmpCompatMibs" />
      </SettingsForm>
    </Panel>
  );
}

function TrapPanel({ mayChange, mayTest }: PanelProps & { readonly mayTest: boolean }) {
  const form = useSettingsForm(mayChange);
  const level = form.valueOf('snmp3TrapSecurity');
  return (
    <Panel title={words.network.traps}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.network.trapsHelp}
      </Text>
      <SettingsForm form={form}>
        <TextField form={form} name="snmp3TrapUser" />
        <ChoiceField form={form} name="snmp3TrapSecurity" labels={words.snmpUser.levels} />
        <ChoiceField form={form} name="snmp3TrapAuthProtocol" labels={AUTHENTICATION} disabled={level === NEITHER} />
        <SecretField form={form} name="snmp3AuthPass" disabled={level === NEITHER} />
        <ChoiceField form={form} name="snmp3TrapPrivacyProtocol" labels={ENCRYPTION} disabled={level !== BOTH} />
        <SecretField form={form} name="snmp3PrivacyPass" disabled={level !== BOTH} />
        <FlagField form={form} name="snmpInformEnabled" />
      </SettingsForm>
      {mayTest && (
        <>
          <Title order={3} mt="md" mb="xs">
            {words.network.trapTest}
          </Title>
          <TestRunForm
            text={words.network.trapTestText}
            button={words.network.trapTestSend}
            isUnsaved={form.isChanged}
            to={{ label: words.network.trapTestTo, help: words.network.trapTestHelp }}
            run={(to) => testAction(words.network.trapTestName, SNMPV3_TRAP, to)}
            makesOld={['/api/actions']}
          />
        </>
      )}
    </Panel>
  );
}

const BOTH = 'authPriv';
const NEITHER = 'noAuthNoPriv';
const AUTHENTICATION = { SHA: 'SHA', MD5: 'MD5' };
const ENCRYPTION = { AES: 'AES', DES: 'DES' };
