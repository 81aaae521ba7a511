import { useParams } from 'react-router';
import { useApi } from '../../api/queries.js';
import { isHub } from '../../api/role.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { AccountPanel } from './account-panel.js';
import { PasswordPanel, ResetPasswordPanel } from './password-panel.js';
import { SnmpFacts, SnmpPanel } from './snmp-panel.js';
import { SshKeysPanel } from './ssh-keys-panel.js';
import { TokenPanel } from './token-panel.js';
import { AccountButtons } from './account-buttons.js';
import { accountRights } from './user-rights.js';

export default function UserPage() {
  const { userId = '' } = useParams();
  const session = useSession();
  const { data: user, error: unread } = useApi('/api/users/{userId}', { path: { userId } });
  const { data: roles, error: noRoles } = useApi('/api/roles');
  const error = unread ?? noRoles;
  if (!user || !roles) {
    return <Page title={words.titles.user}>{error ? <ErrorNote error={error} /> : <Loading />}</Page>;
  }
  const role = roles.find(({ id }) => id === user.roleId);
  const may = accountRights(session, user, role);
  return (
    <Page title={user.username} actions={<AccountButtons user={user} may={may} />}>
      <AccountPanel key={user.id} user={user} roles={roles} may={may} />
      {may.mayChangePassword && <PasswordPanel user={user} />}
      {may.mayResetPassword && <ResetPasswordPanel user={user} />}
      <TokenPanel user={user} mayChange={may.mayCredential} />
      {!isHub && (
        <>
          <SshKeysPanel user={user} mayChange={may.mayCredential} />
          {may.mayManage && may.mayCredential ? (
            <SnmpPanel key={`snmp${user.id}`} user={user} />
          ) : (
            <SnmpFacts user={user} />
          )}
        </>
      )}
    </Page>
  );
}
