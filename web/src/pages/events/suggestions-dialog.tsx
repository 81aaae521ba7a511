import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { FormDialog } from '../../components/form-dialog.js';
import { notify } from '../../components/toasts.js';
import { words } from '../../language/words.js';
import { createSuggested } from './create-suggested.js';

interface SuggestionsDialogProps {
  readonly suggestions: readonly Schema['SuggestedEventView'][];
  readonly onClose: () => void;
}

/** The dialog of the suggested events: the chosen ones are created by one request. */
export function SuggestionsDialog({ suggestions, onClose }: SuggestionsDialogProps) {
  const [chosen, setChosen] = useState<readonly string[]>(suggestions.map(({ id }) => id));
  const create = useChange(() => createSuggested(suggestions, chosen), ['/api/events']);
  return (
    <FormDialog
      title={words.events.suggestions.title}
      size="xl"
      onClose={onClose}
      submit={words.events.suggestions.create(chosen.length)}
      isIncomplete={chosen.length === 0}
      onSubmit={async () => {
        await create.mutateAsync(undefined);
        notify(words.events.suggestions.created(chosen.length));
      }}
    >
      <Text size="sm">{words.events.suggestions.text}</Text>
      <Checkbox
        label={words.events.suggestions.all}
        checked={chosen.length === suggestions.length}
        indeterminate={chosen.length > 0 && chosen.length < suggestions.length}
        onChange={({ currentTarget }) => setChosen(currentTarget.checked ? suggestions.map(({ id }) => id) : [])}
      />
      <Checkbox.Group value={[...chosen]} onChange={setChosen} aria-label={words.events.suggestions.title}>
        <Stack gap="sm">
          {suggestions.map(({ id, name, reason }) => (
            <Checkbox key={id} value={id} label={name} description={reason} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FormDialog>
  );
}
