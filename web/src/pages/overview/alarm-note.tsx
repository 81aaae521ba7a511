import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { FormDialog } from '../../components/form-dialog.js';
import { words } from '../../language/words.js';

interface AlarmNoteProps {
  readonly id: string;
  readonly note: string;
  readonly onClose: () => void;
}

/** The note of an acknowledgement. */
export default function AlarmNote({ id, note: before, onClose }: AlarmNoteProps) {
  const [note, setNote] = useState(before);
  const saving = useChange(
    () => api.put('/api/alarms/{alarmId}/acknowledgement', { path: { alarmId: id }, body: { note } }),
    ['/api/alarms'],
  );
  return (
    <FormDialog title={words.overview.note} onClose={onClose} onSubmit={() => saving.mutateAsync(undefined)}>
      <TextInput
        label={words.overview.note}
        description={words.overview.noteHelp}
        maxLength={200}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
