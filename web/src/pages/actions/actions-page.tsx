import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { DataTable } from '../../parts/data-table.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Waiting } from '../../parts/waiting.js';
import { actionColumns } from './action-columns.js';
import { ActionForm } from './action-form.js';
import { codeName, mayUse, type Action } from './action-words.js';
import { TrialDialog } from './trial-dialog.js';
import { useActionDelete } from './use-action-delete.js';

/** The actions: what they do, who uses them, trying them out. */
export default function ActionsPage() {
  const { rights } = useSession();
  const { data: actions, error } = useApi('/api/actions');
  const { data: codes } = useApi('/api/action-codes');
  const { data: events = [] } = useApi('/api/events');
  const { data: groups = [] } = useApi('/api/groups', { enabled: rights.can('viewOutletGroups') });
  const [form, setForm] = useState<{ action?: Action }>();
  const [tried, setTried] = useState<Action>();
  const remove = useActionDelete(events);
  const mayModify = rights.can('modifyEventActions');
  const known = codes && { codes, groups };
  return (
    <Page
      title={en.titles.actions}
      actions={mayModify && known && <Button onClick={() => setForm({})}>{en.actions.create}</Button>}
    >
      <ErrorNote error={error} />
      {actions && known ? (
        <DataTable
          label={en.titles.actions}
          columns={actionColumns({
            known,
            events,
            ...(mayModify && {
              deeds: {
                mayUse: (action) => mayUse(action, known, rights),
                onEdit: (action) => setForm({ action }),
                onTest: setTried,
                onDelete: remove,
              },
            }),
          })}
          rows={actions}
          rowKey={({ id }) => String(id)}
          rowName={({ name }) => name}
          searchText={(action) => [action.name, codeName(known, action)].join(' ')}
          empty={en.actions.nothing}
        />
      ) : (
        !error && <Waiting />
      )}
      {form && known && <ActionForm action={form.action} known={known} onClose={() => setForm(undefined)} />}
      {tried && known && (
        <TrialDialog
          action={tried}
          switches={known.codes.find(({ code }) => code === tried.code)?.switches === true}
          onClose={() => setTried(undefined)}
        />
      )}
    </Page>
  );
}
