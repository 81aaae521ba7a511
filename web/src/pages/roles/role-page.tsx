import { Alert, Button, Text } from '@mantine/core';
import { useNavigate, useParams } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { Loading } from '../../components/loading.js';
import { ADMINISTRATOR_ROLE, covers } from '../users/user-rights.js';
import { RoleForm } from './role-form.js';

export default function RolePage() {
  const { roleId = '' } = useParams();
  const session = useSession();
  const { data: role, error } = useApi('/api/roles/{roleId}', { path: { roleId } });
  if (!role) return <Page title={words.titles.role}>{error ? <ErrorNote error={error} /> : <Loading />}</Page>;
  const isFixed = role.id === ADMINISTRATOR_ROLE;
  const mayChange = session.rights.can('modifyUsers') && !isFixed && covers(session, role);
  return (
    <Page title={role.name} actions={mayChange && <Delete role={role} />}>
      {!mayChange && <Alert variant="light">{noChange(isFixed, session.rights.can('modifyUsers'))}</Alert>}
      <RoleForm key={role.id} role={role} mayChange={mayChange} />
    </Page>
  );
}

function noChange(isFixed: boolean, mayModify: boolean): string {
  if (isFixed) return words.roles.fixed;
  return mayModify ? words.roles.moreThanOwn : words.roles.readOnly;
}

function Delete({ role }: { readonly role: Schema['RoleView'] }) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const { data: users } = useApi('/api/users');
  const isUsed = users?.some(({ roleId }) => roleId === role.id) ?? true;
  const texts = words.roles;
  const remove = useChange(() => api.delete('/api/roles/{roleId}', { path: { roleId: String(role.id) } }));
  const ask = async (): Promise<void> => {
    const title = texts.deleteTitle(role.name);
    if (!(await confirm({ title, body: texts.deleteText, confirm: words.common.delete, danger: true }))) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        notify(texts.deleted(role.name));
        void navigate('/settings/roles', { replace: true });
      },
      onError: notifyFailure,
    });
  };
  return (
    <>
      {isUsed && (
        <Text size="xs" c="dimmed">
          {texts.inUse}
        </Text>
      )}
      <Button color="red" disabled={isUsed} loading={remove.isPending} onClick={() => void ask()}>
        {words.common.delete}
      </Button>
    </>
  );
}
