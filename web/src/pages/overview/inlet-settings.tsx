import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { changedOf } from '../../components/changed-of.js';
import { FormDialog } from '../../components/form-dialog.js';
import { RowButton } from '../../components/row-button.js';
import { notify } from '../../components/toasts.js';
import { useMeanwhile } from '../../components/use-meanwhile.js';
import { words } from '../../language/words.js';
import { live } from '../../live/live.js';

type Inlet = Schema['InletView'];

interface InletSettingsProps {
  readonly id: string;
  /** The name by which the page shows it, which distinguishes it from others of the same name. */
  readonly shown: string;
}

/** Changes the name of an inlet, and what feeds it. */
export function InletSettings({ id, shown }: InletSettingsProps) {
  const [edited, setEdited] = useState<Inlet>();
  return (
    <>
      <RowButton
        label={words.outlets.editOf(shown)}
        text={words.common.edit}
        onClick={() => setEdited(live.get('inlets', id))}
      />
      {edited && <Form inlet={edited} shown={shown} onClose={() => setEdited(undefined)} />}
    </>
  );
}

interface FormProps {
  readonly inlet: Inlet;
  readonly shown: string;
  readonly onClose: () => void;
}

function Form({ inlet, shown, onClose }: FormProps) {
  const [title] = useState(words.outlets.settingsTitle(shown));
  const [typed, setTyped] = useState({
    inletName: inlet.inletName,
    sourceName: inlet.sourceName,
    sourceUri: inlet.sourceUri,
  });
  const meanwhile = useMeanwhile({
    inletName: words.common.name,
    sourceName: words.overview.fedFrom,
    sourceUri: words.overview.sourceUri,
  });
  const submit = async (): Promise<void> => {
    const trimmed = { ...typed, sourceName: typed.sourceName.trim(), sourceUri: typed.sourceUri.trim() };
    const path = { inletId: inlet.id };
    const read = () => api.get('/api/inlets/{inletId}', { path });
    const body = await meanwhile(changedOf(trimmed, inlet), inlet, read);
    if (Object.keys(body).length > 0) await api.put('/api/inlets/{inletId}', { path, body });
    notify(words.common.saved);
  };
  const field = (member: keyof typeof typed, maxLength: number) => ({
    value: typed[member],
    maxLength,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [member]: value }),
  });
  return (
    <FormDialog title={title} onClose={onClose} onSubmit={submit} isIncomplete={typed.inletName.trim() === ''}>
      <TextInput {...field('inletName', 100)} label={words.common.name} data-autofocus />
      <TextInput
        {...field('sourceName', 100)}
        label={words.overview.fedFrom}
        description={words.overview.fedFromHelp}
      />
      <TextInput
        {...field('sourceUri', 1000)}
        label={words.overview.sourceUri}
        description={words.overview.sourceUriHelp}
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}
