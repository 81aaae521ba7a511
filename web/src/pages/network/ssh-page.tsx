import { Page } from '../../components/page.js';
import { en } from '../../language/en.js';
import { ProtocolState } from './protocol-state.js';

export default function SshPage() {
  return (
    <Page title={en.titles.ssh}>
      <ProtocolState name="ssh">{en.protocols.help.ssh}</ProtocolState>
    </Page>
  );
}
