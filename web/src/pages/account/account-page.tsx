import { useSession } from '../../session/session.js';
import { en } from '../../language/en.js';
import { Facts } from '../../components/facts.js';
import { Page, Panel } from '../../components/page.js';
import { PasswordPanel } from '../users/password-panel.js';
import { SshKeysPanel } from '../users/ssh-keys-panel.js';
import { TokenPanel } from '../users/token-panel.js';
import { SessionsPanel } from './sessions-panel.js';

/** The account of the signed-in user, available to every role. */
export default function AccountPage() {
  const { user, times } = useSession();
  return (
    <Page title={en.titles.account}>
      <Panel title={user.username}>
        <Facts
          rows={[
            [en.users.role, user.role?.name],
            [en.users.created, times.dateTime(user.created)],
            [en.users.lastSignIn, times.dateTime(user.lastLogin)],
          ]}
        />
      </Panel>
      <PasswordPanel user={user} />
      <SessionsPanel />
      <TokenPanel user={user} mayChange />
      <SshKeysPanel user={user} mayChange />
    </Page>
  );
}
