import { useApi } from '../../api/queries.js';
import { Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { NetworkPage } from './network-page.js';
import { ProtocolState } from './protocol-state.js';
import { FlagField, NumberField, RoleField, TextField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { useSettingsForm } from './use-settings-form.js';

interface PanelProps {
  readonly mayChange: boolean;
}

export default function ModbusPage() {
  const { rights } = useSession();
  const mayChange = rights.can('modifyNetworkSettings');
  return (
    <NetworkPage title={words.titles.modbus} mayChange={mayChange} reads={[useApi('/api/system/protocols')]}>
      <ProtocolState name="modbus">{words.protocols.help.modbus}</ProtocolState>
      <ReadPanel mayChange={mayChange} />
      <WritePanel mayChange={mayChange} />
    </NetworkPage>
  );
}

function ReadPanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.protocols.modbus.server}>
      <SettingsForm form={form}>
        <FlagField form={form} name="modbusEnabled" />
        <NumberField form={form} name="modbusPort" min={1} max={65_535} />
        <TextField form={form} name="modbusAllowedNetworks" />
        <RoleField form={form} name="modbusReadRoleId" none={words.protocols.everything} />
      </SettingsForm>
    </Panel>
  );
}

function WritePanel({ mayChange }: PanelProps) {
  const form = useSettingsForm(mayChange);
  const isOff = !(form.valueOf('modbusWriteEnabled') ?? false);
  return (
    <Panel title={words.protocols.modbus.writing}>
      <SettingsForm form={form}>
        <FlagField form={form} name="modbusWriteEnabled" />
        <TextField form={form} name="modbusWriteNetworks" disabled={isOff} />
        <RoleField form={form} name="modbusWriteRoleId" none={words.protocols.nobody} disabled={isOff} />
      </SettingsForm>
    </Panel>
  );
}
