import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { words } from '../../language/words.js';
import { createSuggested } from '../events/create-suggested.js';
import { StepButtons } from './step-buttons.js';
import type { StepProps } from './step-props.js';

/** The events that suit this PDU and what is plugged in. */
export function RulesStep(props: StepProps) {
  const { data: suggestions, error } = useApi('/api/events/suggestions');
  if (!suggestions) return error ? <ErrorNote error={error} /> : <Loading />;
  return <Suggestions suggestions={suggestions} {...props} />;
}

interface SuggestionsProps extends StepProps {
  readonly suggestions: readonly Schema['SuggestedEventView'][];
}

function Suggestions({ suggestions, onDone, isPassed }: SuggestionsProps) {
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const chosen = suggestions.map(({ id }) => id).filter((id) => !without.has(id));
  const create = useChange(() => createSuggested(suggestions, chosen), ['/api/events']);
  const toggle = (id: string): void => {
    const after = new Set(without);
    if (!after.delete(id)) after.add(id);
    setWithout(after);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate(undefined, { onSuccess: onDone });
      }}
    >
      {suggestions.length === 0 ? (
        <Text size="sm">{words.setup.noRules}</Text>
      ) : (
        <Stack gap="sm">
          {suggestions.map(({ id, name, reason }) => (
            <Checkbox
              key={id}
              label={name}
              description={reason}
              checked={!without.has(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </Stack>
      )}
      <ErrorNote error={create.error} />
      <StepButtons
        {...(suggestions.length > 0 && { submit: words.events.suggestions.create(chosen.length) })}
        isBusy={create.isPending}
        isIncomplete={chosen.length === 0}
        isPassed={isPassed}
        onSkip={onDone}
      />
    </form>
  );
}
