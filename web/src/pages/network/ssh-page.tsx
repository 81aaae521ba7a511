import { Code, Text } from '@mantine/core';
import { useApi } from '../../api/queries.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { NetworkPage } from './network-page.js';
import { ProtocolState } from './protocol-state.js';
import { FlagField, NumberField, TextField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { useSettingsForm } from './use-settings-form.js';

export default function SshPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  return (
    <NetworkPage
      title={words.titles.ssh}
      mayChange={mayChange}
      reads={[useApi('/api/system/protocols'), useApi('/api/system/ssh')]}
    >
      <ProtocolState name="ssh">{words.protocols.help.ssh}</ProtocolState>
      <SettingsPanel mayChange={mayChange} />
      <HostKeyPanel />
    </NetworkPage>
  );
}

function SettingsPanel({ mayChange }: { readonly mayChange: boolean }) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.network.ssh}>
      <SettingsForm form={form}>
        <FlagField form={form} name="sshEnabled" />
        <NumberField form={form} name="sshPort" min={1} max={65_535} />
        <TextField form={form} name="sshAllowedNetworks" />
        <NumberField form={form} name="sshIdleTimeout" min={0} max={86_400} />
        <FlagField form={form} name="disableSshPassLogin" />
        <FlagField form={form} name="disableSshKeyLogin" />
        <TextField form={form} name="sshPrompt" />
        <TextField form={form} name="sshBanner" isMultiline />
      </SettingsForm>
      <Text size="sm" c="dimmed" mt="sm">
        {words.network.telnet}
      </Text>
    </Panel>
  );
}

/** The fingerprints that a client shows at its first connection. */
function HostKeyPanel() {
  const { data: key, error } = useApi('/api/system/ssh');
  const texts = words.network.hostKey;
  return (
    <Panel title={texts.title}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.help}
      </Text>
      <ErrorNote error={error} />
      {key && (
        <dl className="facts" style={{ display: 'block' }}>
          {(
            [
              [texts.sha256, key.fingerprintSha256],
              [texts.md5, key.fingerprintMd5],
              [texts.publicKey, key.publicKey],
            ] as const
          ).map(([label, value]) => (
            <div key={label} style={{ marginBottom: 8 }}>
              <dt>{label}</dt>
              <dd>
                <Code style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>{value}</Code>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
