import { MultiSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { changedOf } from '../../components/changed-of.js';
import { FormDialog } from '../../components/form-dialog.js';
import { NameField } from '../../components/name-field.js';
import { notify } from '../../components/toasts.js';
import { useMeanwhile } from '../../components/use-meanwhile.js';
import { words } from '../../language/words.js';
import type { Webhook } from './use-webhook-commands.js';

interface WebhookFormProps {
  /** Absent for a new webhook. */
  readonly webhook?: Webhook | undefined;
  readonly onClose: () => void;
  /** Called with the secret of a new webhook. */
  readonly onSecret: (secret: string) => void;
}

type Pattern = Schema['CreateWebhookDto']['types'][number];

/** Every type, before its kind the pattern that stands for all of the kind. */
function patternsOf(types: readonly string[]): string[] {
  const kinds = [...new Set(types.map((type) => type.split('.')[0] ?? ''))];
  return ['*', ...kinds.flatMap((kind) => [`${kind}.*`, ...types.filter((type) => type.startsWith(`${kind}.`))])];
}

/** The dialog for a webhook: its name, its address, its types of messages. */
export function WebhookForm({ webhook, onClose, onSecret }: WebhookFormProps) {
  const texts = words.webhooks;
  const { data: known = [] } = useApi('/api/webhook-types');
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [types, setTypes] = useState<string[]>(webhook?.types ?? ['*']);
  const [enabled, setEnabled] = useState(webhook?.enabled ?? true);
  const [before] = useState(webhook);
  const meanwhile = useMeanwhile({
    name: texts.name,
    url: texts.url,
    types: [texts.types, words.common.names],
    enabled: texts.enabled,
  });
  const save = useChange(async () => {
    const body = { name, url, types: types as Pattern[], enabled };
    if (!before) {
      onSecret((await api.post('/api/webhooks', { body })).secret);
      return;
    }
    const path = { webhookId: String(before.id) };
    const read = () => api.get('/api/webhooks/{webhookId}', { path });
    const changed = await meanwhile(changedOf(body, before), before, read);
    if (Object.keys(changed).length > 0) await api.put('/api/webhooks/{webhookId}', { path, body: changed });
  }, ['/api/webhooks']);
  const submit = async (): Promise<void> => {
    await save.mutateAsync(undefined);
    notify(words.common.saved);
  };
  return (
    <FormDialog
      title={webhook ? texts.editTitle(webhook.name) : texts.create}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      isIncomplete={name.trim() === '' || url.trim() === '' || types.length === 0}
    >
      <NameField label={texts.name} value={name} onChange={setName} />
      <TextInput
        label={texts.url}
        description={texts.urlHelp}
        value={url}
        maxLength={2048}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <MultiSelect
        label={texts.types}
        description={texts.typesHelp}
        data={patternsOf(known.map(({ type }) => type))}
        value={types}
        searchable
        onChange={setTypes}
      />
      <Switch label={texts.enabled} checked={enabled} onChange={(event) => setEnabled(event.currentTarget.checked)} />
    </FormDialog>
  );
}
