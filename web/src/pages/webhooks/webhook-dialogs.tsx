import { Modal, Text } from '@mantine/core';
import { useApi } from '../../api/queries.js';
import { CopyField } from '../../components/copy-field.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { ShownOnce } from '../../components/shown-once.js';
import { useFocusBack } from '../../components/use-focus-back.js';
import { Loading } from '../../components/loading.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import type { Webhook } from './use-webhook-commands.js';

interface SecretDialogProps {
  readonly secret: string;
  readonly onClose: () => void;
}

/** The secret of a webhook, to be copied now. */
export function SecretDialog({ secret, onClose }: SecretDialogProps) {
  return (
    <ShownOnce title={words.webhooks.secretTitle} onClose={onClose}>
      <Text size="sm">{words.webhooks.secretHelp}</Text>
      <CopyField label={words.webhooks.secret} value={secret} />
    </ShownOnce>
  );
}

interface DeliveriesDialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** The newest messages of a webhook and what has become of them. */
export function DeliveriesDialog({ webhook, onClose }: DeliveriesDialogProps) {
  useFocusBack();
  const texts = words.webhooks;
  const { times } = useSession();
  const path = { path: { webhookId: String(webhook.id) } };
  const { data, error } = useApi('/api/webhooks/{webhookId}/deliveries', { ...path, every: 2_000 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.deliveriesOf(webhook.name)}
      size="xl"
      closeButtonProps={{ 'aria-label': words.common.close }}
      transitionProps={{ duration: 0 }}
    >
      <ErrorNote error={error} />
      {data ? (
        <DataTable
          label={texts.deliveriesOf(webhook.name)}
          columns={[
            { key: 'time', header: texts.time, cell: ({ time }) => times.dateTime(time) },
            { key: 'type', header: texts.message, cell: ({ type }) => type },
            {
              key: 'result',
              header: texts.result,
              cell: ({ state, detail }) => `${texts.results[state]}${detail === undefined ? '' : `: ${detail}`}`,
            },
          ]}
          rows={data}
          rowKey={({ id }) => id}
          rowName={({ type }) => type}
          empty={texts.noDeliveries}
        />
      ) : (
        !error && <Loading />
      )}
    </Modal>
  );
}
