import { Page } from '../../components/page.js';
import { en } from '../../language/en.js';
import { ProtocolState } from './protocol-state.js';

export default function ModbusPage() {
  return (
    <Page title={en.titles.modbus}>
      <ProtocolState name="modbus">{en.protocols.help.modbus}</ProtocolState>
    </Page>
  );
}
