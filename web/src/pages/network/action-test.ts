import { api, type Schema } from '../../api/client.js';

/** The codes of the actions that the pages of settings test. */
export const EMAIL_RECIPIENT = 15;
export const SNMPV3_TRAP = 19;

/** Sends one message with a disabled action that exists only for this test run and is deleted after it. */
export async function testAction(name: string, code: number, to: string): Promise<Schema['ActionTestRunView']> {
  const { id } = await api.post('/api/actions', { body: { name, code, params: [to], enabled: false } });
  const path = { actionId: String(id) };
  try {
    return await api.post('/api/actions/{actionId}/test', { path });
  } finally {
    await api.delete('/api/actions/{actionId}', { path });
  }
}
