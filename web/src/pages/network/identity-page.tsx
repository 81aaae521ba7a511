import { Text } from '@mantine/core';
import { useApi } from '../../api/queries.js';
import { Facts } from '../../components/facts.js';
import { Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { HubPanel } from './hub-panel.js';
import { NetworkPage } from './network-page.js';
import { ChoiceField, FlagField, TextField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { useSettingsForm } from './use-settings-form.js';

export default function IdentityPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  return (
    <NetworkPage title={words.titles.identity} mayChange={mayChange} reads={[useApi('/api/fleet/link')]}>
      <AddressPanel
        mayChange={mayChange}
        mayRename={rights.can('modifyGlobalDeviceSettings')}
        showsName={rights.can('viewGlobalDeviceSettings')}
      />
      <TargetPanel mayChange={mayChange} />
      <HubPanel mayChange={mayChange} />
    </NetworkPage>
  );
}

interface AddressPanelProps {
  readonly mayChange: boolean;
  readonly mayRename: boolean;
  /** The name and the hardware address belong to the settings of the device. */
  readonly showsName: boolean;
}

function AddressPanel({ mayChange, mayRename, showsName }: AddressPanelProps) {
  return (
    <Panel title={words.network.identity}>
      <Text size="sm" c="dimmed" mb="sm">
        {words.network.identityHelp}
      </Text>
      <InUse showsMac={showsName} />
      {showsName && <NameForm mayChange={mayRename} />}
      <AddressForm mayChange={mayChange} />
    </Panel>
  );
}

/** The address by which this browser reaches the controller, and the hardware address of the controller. */
function InUse({ showsMac }: { readonly showsMac: boolean }) {
  const form = useSettingsForm(false);
  const mac = form.saved?.macAddr;
  return (
    <Facts
      rows={[
        [words.network.identityNow, location.host],
        ...(showsMac ? [[words.network.macAddress, mac || words.common.unknown] as const] : []),
      ]}
    />
  );
}

function NameForm({ mayChange }: { readonly mayChange: boolean }) {
  const form = useSettingsForm(mayChange);
  return (
    <div style={{ margin: '12px 0 24px' }}>
      <SettingsForm form={form}>
        <TextField form={form} name="hostName" />
      </SettingsForm>
    </div>
  );
}

function AddressForm({ mayChange }: { readonly mayChange: boolean }) {
  const form = useSettingsForm(mayChange);
  const isDhcp = form.valueOf('ipAssign') !== 'static';
  return (
    <SettingsForm form={form}>
      <ChoiceField form={form} name="ipAssign" labels={words.network.ipAssigns} />
      <TextField form={form} name="staticIp" disabled={isDhcp} />
      <TextField form={form} name="subnetMask" disabled={isDhcp} />
      <TextField form={form} name="gatewayIp" disabled={isDhcp} />
      <TextField form={form} name="primaryDns" />
      <TextField form={form} name="secondaryDns" />
      <TextField form={form} name="secondaryHostName" />
    </SettingsForm>
  );
}

function TargetPanel({ mayChange }: { readonly mayChange: boolean }) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.network.targets}>
      <SettingsForm form={form}>
        <FlagField form={form} name="allowLocalTargets" />
      </SettingsForm>
    </Panel>
  );
}
