import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import { changedOf } from '../../components/changed-of.js';
import { FormDialog } from '../../components/form-dialog.js';
import { NameField } from '../../components/name-field.js';
import { notify } from '../../components/toasts.js';

/** The object that gets a name: a sensor, or a relay or an input of a hub. */
export interface Labelled {
  readonly sensorId: string;
  readonly part: 'sensor' | 'relay' | 'input';
  readonly index: number;
  readonly name: string;
  readonly description: string;
}

/** The dialog for the name and description of a sensor, or of a relay or an input of a hub. */
export function LabelForm({ labelled, onClose }: { readonly labelled: Labelled; readonly onClose: () => void }) {
  const [name, setName] = useState(labelled.name);
  const [description, setDescription] = useState(labelled.description);
  const submit = async (): Promise<void> => {
    const body = bodyOf(labelled, changedOf({ name, description }, labelled));
    if (body) await api.put('/api/sensors/{sensorId}', { path: { sensorId: labelled.sensorId }, body });
    notify(words.common.saved);
  };
  return (
    <FormDialog
      title={words.relays.editTitle(labelled.name)}
      onClose={onClose}
      onSubmit={submit}
      isIncomplete={name.trim() === ''}
    >
      <NameField
        label={labelled.part === 'sensor' ? words.relays.sensorName : words.common.name}
        value={name}
        onChange={setName}
      />
      {labelled.part !== 'sensor' && (
        <TextInput
          label={words.common.description}
          value={description}
          maxLength={100}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

type Changed = Partial<Pick<Labelled, 'name' | 'description'>>;

/** Undefined if nothing is changed. */
function bodyOf({ part, index }: Labelled, changed: Changed): Schema['UpdateSensorDto'] | undefined {
  if (Object.keys(changed).length === 0) return undefined;
  const { name, description } = changed;
  if (part === 'sensor') return { sensorName: name };
  return part === 'relay'
    ? { outputRelays: [{ index, outputRelayName: name, outputRelayDescription: description }] }
    : { digitalInputs: [{ index, digitalInputName: name, digitalInputDescription: description }] };
}
