import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { en } from '../../language/en.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { OwnOffTime } from '../../parts/own-off-time.js';
import { say } from '../../parts/toasts.js';
import type { RelayOutput } from './relay-outputs-panel.js';

type Fields = Pick<RelayOutput, 'relayName' | 'customRebootTimeEnabled' | 'customRebootTime'>;

/** The settings of one relay output. */
export function RelayForm({ relay, onClose }: { readonly relay: RelayOutput; readonly onClose: () => void }) {
  const [fields, setFields] = useState<Fields>(relay);
  const { relayName, customRebootTimeEnabled, customRebootTime } = fields;
  const set = (changed: Partial<Fields>): void => setFields({ ...fields, ...changed });
  const submit = async (): Promise<void> => {
    await api.put('/api/relayOutputs/{relayOutputId}', {
      path: { relayOutputId: relay.id },
      body: { relayName, customRebootTimeEnabled, customRebootTime },
    });
    say(en.common.saved);
  };
  return (
    <FormDialog
      title={en.relays.editTitle(relay.relayName)}
      opened
      onClose={onClose}
      onSubmit={submit}
      isIncomplete={relayName.trim() === ''}
    >
      <TextInput
        label={en.common.name}
        value={relayName}
        maxLength={100}
        data-autofocus
        onChange={(event) => set({ relayName: event.currentTarget.value })}
      />
      <OwnOffTime value={fields} onChange={set} />
    </FormDialog>
  );
}
