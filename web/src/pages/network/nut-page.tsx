import { Page } from '../../components/page.js';
import { en } from '../../language/en.js';
import { ProtocolState } from './protocol-state.js';

export default function NutPage() {
  return (
    <Page title={en.titles.nut}>
      <ProtocolState name="nut">{en.protocols.help.nut}</ProtocolState>
    </Page>
  );
}
