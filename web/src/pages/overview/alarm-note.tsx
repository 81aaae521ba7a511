import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { changedOf } from '../../components/changed-of.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useMeanwhile } from '../../components/use-meanwhile.js';
import { words } from '../../language/words.js';

interface AlarmNoteProps {
  readonly id: string;
  /** The text of the alarm. */
  readonly alarm: string;
  readonly note: string;
  readonly onClose: () => void;
}

/** The note of an acknowledgement: the field grows with it, and Enter saves it, as it is one line. */
export default function AlarmNote({ id, alarm, note: opened, onClose }: AlarmNoteProps) {
  const [before] = useState({ note: opened });
  const [note, setNote] = useState(opened);
  const meanwhile = useMeanwhile({ note: words.overview.note });
  const saving = useChange(async () => {
    const read = async () => {
      const { alarms } = await api.get('/api/alarms');
      return { note: alarms.find((each) => each.id === id)?.acknowledgement?.note };
    };
    const body = await meanwhile(changedOf({ note }, before), before, read);
    if (body.note === undefined) return;
    await api.put('/api/alarms/{alarmId}/acknowledgement', { path: { alarmId: id }, body: { note } });
  }, ['/api/alarms']);
  return (
    <FormDialog title={words.overview.noteOf(alarm)} onClose={onClose} onSubmit={() => saving.mutateAsync(undefined)}>
      <Textarea
        label={words.overview.note}
        description={words.overview.noteHelp}
        maxLength={200}
        value={note}
        autosize
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(note.length, note.length)}
        minRows={2}
        onChange={({ currentTarget }) => setNote(currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        data-autofocus
      />
    </FormDialog>
  );
}
