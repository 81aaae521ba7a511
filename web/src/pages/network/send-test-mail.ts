import { api, type Schema } from '../../api/client.js';
import { en } from '../../language/en.js';

/** Code of the action that sends a mail. */
const EMAIL_RECIPIENT = 15;

/** Sends one mail through an action that is there for this alone: made disabled, tried once, deleted again. */
export async function sendTestMail(to: string): Promise<Schema['ActionTrialView']> {
  const body = { name: en.network.testName, code: EMAIL_RECIPIENT, params: [to], enabled: false };
  const { id } = await api.post('/api/actions', { body });
  const path = { actionId: String(id) };
  try {
    return await api.post('/api/actions/{actionId}/test', { path });
  } finally {
    await api.delete('/api/actions/{actionId}', { path });
  }
}
