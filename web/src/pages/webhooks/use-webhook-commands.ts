import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useConfirm } from '../../components/confirm.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { words } from '../../language/words.js';

export type Webhook = Schema['WebhookView'];

const pathOf = ({ id }: Webhook) => ({ path: { webhookId: String(id) } });
const CHANGED = ['/api/webhooks'] as const;
const shown = (command: (webhook: Webhook) => Promise<void>) => (webhook: Webhook) =>
  void command(webhook).catch((error: unknown) => notifyFailure(error as Error));

/** Sends the test message of a webhook, and notifies the user of what its receiver has answered. */
export function useWebhookTest(): (webhook: Webhook) => void {
  const testing = useChange((each: Webhook) => api.post('/api/webhooks/{webhookId}/test', pathOf(each)), CHANGED);
  const texts = words.webhooks;
  return shown(async (webhook) => {
    const { ok, detail } = await testing.mutateAsync(webhook);
    if (ok) notify(texts.testSent(detail));
    else notifyFailure(new Error(texts.testFailed(detail)));
  });
}

/** The commands of a webhook: test, new secret, delete; the new secret until its dialog is closed. */
export function useWebhookCommands() {
  const confirm = useConfirm();
  const [secret, setSecret] = useState<string>();
  const test = useWebhookTest();
  const rotating = useChange((each: Webhook) => api.post('/api/webhooks/{webhookId}/rotate', pathOf(each)), CHANGED);
  const deleting = useChange((each: Webhook) => api.delete('/api/webhooks/{webhookId}', pathOf(each)), CHANGED);
  const texts = words.webhooks;

  const rotate = async (webhook: Webhook): Promise<void> => {
    const title = texts.rotateTitle(webhook.name);
    if (!(await confirm({ title, body: texts.rotateText, confirm: texts.rotate }))) return;
    setSecret((await rotating.mutateAsync(webhook)).secret);
  };
  const remove = async (webhook: Webhook): Promise<void> => {
    const question = { title: texts.deleteTitle(webhook.name), body: texts.deleteText };
    if (!(await confirm({ ...question, confirm: words.common.delete, danger: true }))) return;
    await deleting.mutateAsync(webhook);
    notify(texts.deleted(webhook.name));
  };
  return { secret, setSecret, test, rotate: shown(rotate), remove: shown(remove) };
}
