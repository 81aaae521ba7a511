import { useState } from 'react';
import { api } from '../../api/client.js';
import { words } from '../../language/words.js';
import { changedOf } from '../../components/changed-of.js';
import { FormDialog } from '../../components/form-dialog.js';
import { NameField } from '../../components/name-field.js';
import { OffTimeFields } from '../../components/off-time-fields.js';
import { notify } from '../../components/toasts.js';
import { useMeanwhile } from '../../components/use-meanwhile.js';
import type { RelayOutput } from './relay-outputs-panel.js';

type Fields = Pick<RelayOutput, 'relayName' | 'customRebootTimeEnabled' | 'customRebootTime'>;

/** The settings of one relay output. */
export function RelayForm({ relay, onClose }: { readonly relay: RelayOutput; readonly onClose: () => void }) {
  const [fields, setFields] = useState<Fields>(relay);
  const [before] = useState<Fields>(relay);
  const { relayName, customRebootTimeEnabled, customRebootTime } = fields;
  const set = (changed: Partial<Fields>): void => setFields({ ...fields, ...changed });
  const meanwhile = useMeanwhile({
    relayName: words.common.name,
    customRebootTimeEnabled: words.outlets.customRebootTime,
    customRebootTime: words.outlets.customRebootSeconds,
  });
  const submit = async (): Promise<void> => {
    const path = { relayOutputId: relay.id };
    const read = () => api.get('/api/relayOutputs/{relayOutputId}', { path });
    const changed = changedOf({ relayName, customRebootTimeEnabled, customRebootTime }, before);
    const body = await meanwhile(changed, before, read);
    if (Object.keys(body).length > 0) await api.put('/api/relayOutputs/{relayOutputId}', { path, body });
    notify(words.common.saved);
  };
  return (
    <FormDialog
      title={words.relays.editTitle(relay.relayName)}
      onClose={onClose}
      onSubmit={submit}
      isIncomplete={relayName.trim() === ''}
    >
      <NameField value={relayName} onChange={(name) => set({ relayName: name })} />
      <OffTimeFields value={fields} onChange={set} />
    </FormDialog>
  );
}
