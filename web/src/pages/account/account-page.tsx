import { useApi } from '../../api/queries.js';
import { isHub } from '../../api/role.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { Facts } from '../../components/facts.js';
import { Page, Panel } from '../../components/page.js';
import { WhenRead } from '../../components/when-read.js';
import { PasswordPanel } from '../users/password-panel.js';
import { SshKeysPanel } from '../users/ssh-keys-panel.js';
import { TokenPanel } from '../users/token-panel.js';
import { SessionsPanel } from './sessions-panel.js';

/** The account of the signed-in user, available to every role; one with a temporary password replaces that first. */
export default function AccountPage() {
  const { user, times } = useSession();
  const isTemporary = user.passwordChangeRequired === true;
  const sessions = useApi('/api/user/sessions', { enabled: !isTemporary });
  return (
    <Page title={words.titles.account}>
      {!isTemporary && (
        <Panel title={user.username}>
          <Facts
            hasTimes
            rows={[
              [words.users.role, user.role?.name],
              [words.users.created, times.dateTime(user.created)],
              [words.users.lastSignIn, times.dateTime(user.lastLogin)],
            ]}
          />
        </Panel>
      )}
      <PasswordPanel user={user} />
      {!isTemporary && (
        <WhenRead reads={[sessions]}>
          <SessionsPanel />
          <TokenPanel user={user} mayChange />
          {!isHub && <SshKeysPanel user={user} mayChange />}
        </WhenRead>
      )}
    </Page>
  );
}
