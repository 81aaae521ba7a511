import { useApi } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { Panel } from '../../components/page.js';
import { MqttState } from './mqtt-state.js';
import { MqttTest } from './mqtt-test.js';
import { NetworkPage } from './network-page.js';
import { SecretField } from './secret-field.js';
import { ChoiceField, FlagField, NumberField, TextField, UserField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { useSettingsForm } from './use-settings-form.js';

export default function MqttPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  return (
    <NetworkPage title={words.titles.mqtt} mayChange={mayChange} reads={[useApi('/api/mqtt')]}>
      <MqttState />
      <BrokerPanels mayChange={mayChange} />
      <PublishingPanel mayChange={mayChange} />
    </NetworkPage>
  );
}

interface PanelProps {
  readonly mayChange: boolean;
}

function BrokerPanels({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  const isPlain = form.valueOf('mqttTls') === false;
  return (
    <>
      <Panel title={words.mqtt.broker}>
        <SettingsForm form={form}>
          <FlagField form={form} name="mqttEnabled" />
          <TextField form={form} name="mqttHost" />
          <NumberField form={form} name="mqttPort" min={1} max={65_535} />
          <FlagField form={form} name="mqttTls" />
          <TextField form={form} name="mqttCaCert" isPem disabled={isPlain} />
          <TextField form={form} name="mqttUsername" />
          <SecretField form={form} name="mqttPassword" />
          <TextField form={form} name="mqttClientCert" isPem disabled={isPlain} />
          <SecretField form={form} name="mqttClientKey" isPem disabled={isPlain} />
          <TextField form={form} name="mqttClientId" />
          <ChoiceField form={form} name="mqttVersion" labels={words.mqtt.versions} />
          <NumberField form={form} name="mqttKeepalive" min={10} max={600} />
        </SettingsForm>
      </Panel>
      {mayChange && <MqttTest edited={form.edited} />}
    </>
  );
}

function PublishingPanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  const hasUser = (form.valueOf('mqttUserId') ?? '') !== '';
  const takesCommands = hasUser && form.valueOf('mqttCommandsEnabled') === true;
  const announces = form.valueOf('mqttDiscoveryEnabled') === true;
  return (
    <Panel title={words.mqtt.publishing}>
      <SettingsForm form={form}>
        <UserField form={form} name="mqttUserId" none={words.mqtt.noUser} />
        <TextField form={form} name="mqttTopicPrefix" />
        <NumberField form={form} name="mqttPublishInterval" min={1} max={3600} />
        <NumberField form={form} name="mqttDeadband" min={0} max={50} />
        <FlagField form={form} name="mqttCommandsEnabled" />
        <FlagField form={form} name="mqttRequireTime" disabled={!takesCommands} />
        <FlagField form={form} name="mqttDiscoveryEnabled" />
        <TextField form={form} name="mqttDiscoveryPrefix" disabled={!announces} />
      </SettingsForm>
    </Panel>
  );
}
