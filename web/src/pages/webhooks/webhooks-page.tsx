import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../api/queries.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { useWebhookCommands, type Webhook } from './use-webhook-commands.js';
import { webhookColumns } from './webhook-columns.js';
import { DeliveriesDialog, SecretDialog } from './webhook-dialogs.js';
import { WebhookForm } from './webhook-form.js';

/** The list of webhooks with their states and messages. */
export default function WebhooksPage() {
  const { rights } = useSession();
  const { data: webhooks, error } = useApi('/api/webhooks', { every: 5_000 });
  const { secret, setSecret, test, rotate, remove } = useWebhookCommands();
  const [form, setForm] = useState<{ webhook?: Webhook }>();
  const [shown, setShown] = useState<Webhook>();
  const mayModify = rights.can('modifyEventActions');
  const onEdit = (webhook: Webhook): void => setForm({ webhook });
  const change = { onEdit, onTest: test, onRotate: rotate, onDelete: remove };
  return (
    <Page
      title={words.titles.webhooks}
      actions={mayModify && <Button onClick={() => setForm({})}>{words.webhooks.create}</Button>}
    >
      <ErrorNote error={error} />
      {webhooks ? (
        <DataTable
          label={words.titles.webhooks}
          columns={webhookColumns({ onDeliveries: setShown, ...(mayModify && { change }) })}
          rows={webhooks}
          rowKey={({ id }) => String(id)}
          rowName={({ name }) => name}
          searchText={({ name, url }) => `${name} ${url}`}
          empty={words.webhooks.nothing}
        />
      ) : (
        !error && <Loading />
      )}
      {form && <WebhookForm webhook={form.webhook} onClose={() => setForm(undefined)} onSecret={setSecret} />}
      {secret !== undefined && !form && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      {shown && <DeliveriesDialog webhook={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}
