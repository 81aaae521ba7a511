import { Text } from '@mantine/core';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { NotServed } from '../../parts/not-served.js';
import { Page, Panel } from '../../parts/page.js';
import { FlagField, TextField, WordField } from './conf-fields.js';
import { ConfFrame } from './conf-frame.js';
import { SecretField } from './secret-field.js';
import { useConfForm } from './use-conf-form.js';

interface PanelProps {
  readonly mayChange: boolean;
}

export default function SnmpPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  return (
    <Page title={en.titles.snmp}>
      <AgentPanel mayChange={mayChange} />
      <TrapPanel mayChange={mayChange} />
    </Page>
  );
}

function AgentPanel({ mayChange }: PanelProps) {
  const { rights } = useSession();
  const form = useConfForm(mayChange);
  return (
    <Panel title={en.network.agent}>
      <NotServed area="snmpAgent" mayAsk={rights.readsSettings} />
      <Text size="sm" c="dimmed" mb="sm">
        {en.network.agentHelp}
      </Text>
      <ConfFrame form={form}>
        <FlagField form={form} name="snmpv12Enabled" />
        <SecretField form={form} name="snmpv12ReadString" />
        <SecretField form={form} name="snmpv12WriteString" />
      </ConfFrame>
    </Panel>
  );
}

function TrapPanel({ mayChange }: PanelProps) {
  const form = useConfForm(mayChange);
  const level = form.edited.snmp3TrapSecurity ?? form.kept?.snmp3TrapSecurity;
  return (
    <Panel title={en.network.traps}>
      <Text size="sm" c="dimmed" mb="sm">
        {en.network.trapsHelp}
      </Text>
      <ConfFrame form={form}>
        <TextField form={form} name="snmp3TrapUser" />
        <WordField form={form} name="snmp3TrapSecurity" words={en.snmpUser.levels} />
        <WordField form={form} name="snmp3TrapAuthProtocol" words={AUTHENTICATION} disabled={level === NEITHER} />
        <SecretField form={form} name="snmp3AuthPass" disabled={level === NEITHER} />
        <WordField form={form} name="snmp3TrapPrivacyProtocol" words={ENCRYPTION} disabled={level !== BOTH} />
        <SecretField form={form} name="snmp3PrivacyPass" disabled={level !== BOTH} />
      </ConfFrame>
    </Panel>
  );
}

const BOTH = 'authPriv';
const NEITHER = 'noAuthNoPriv';
const AUTHENTICATION = { SHA: 'SHA', MD5: 'MD5' };
const ENCRYPTION = { AES: 'AES', DES: 'DES' };
