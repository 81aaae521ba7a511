import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { actionColumns } from './action-columns.js';
import { ActionForm } from './action-form.js';
import { codeName, mayUse, type Action } from './action-texts.js';
import { TestRunDialog } from './test-run-dialog.js';
import { useActionDelete } from './use-action-delete.js';

/** The list of actions with the events that run them, and their test runs. */
export default function ActionsPage() {
  const { rights } = useSession();
  const { data: actions, error: unread } = useApi('/api/actions');
  const { data: codes, error: noCodes } = useApi('/api/action-codes');
  const error = unread ?? noCodes;
  const { data: events = [] } = useApi('/api/events');
  const { data: groups = [] } = useApi('/api/groups', { enabled: rights.can('viewOutletGroups') });
  const [form, setForm] = useState<{ action?: Action }>();
  const [tested, setTested] = useState<Action>();
  const remove = useActionDelete(events);
  const mayModify = rights.can('modifyEventActions');
  const catalogue = codes && { codes, groups };
  return (
    <Page
      title={words.titles.actions}
      actions={mayModify && catalogue && <Button onClick={() => setForm({})}>{words.actions.create}</Button>}
    >
      <ErrorNote error={error} />
      {actions && catalogue ? (
        <DataTable
          label={words.titles.actions}
          columns={actionColumns({
            catalogue,
            events,
            ...(mayModify && {
              commands: {
                mayUse: (action) => mayUse(action, catalogue, rights),
                onEdit: (action) => setForm({ action }),
                onTest: setTested,
                onDelete: remove,
              },
            }),
          })}
          rows={actions}
          rowKey={({ id }) => String(id)}
          rowName={({ name }) => name}
          searchText={(action) => [action.name, codeName(catalogue, action)].join(' ')}
          empty={words.actions.nothing}
        />
      ) : (
        !error && <Loading />
      )}
      {form && catalogue && (
        <ActionForm action={form.action} catalogue={catalogue} onClose={() => setForm(undefined)} />
      )}
      {tested && catalogue && (
        <TestRunDialog
          action={tested}
          switches={catalogue.codes.find(({ code }) => code === tested.code)?.switches === true}
          onClose={() => setTested(undefined)}
        />
      )}
    </Page>
  );
}
