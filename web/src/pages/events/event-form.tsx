import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { CodeFields, isParamMissing } from '../../parts/code-fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { OrderedChoice } from '../../parts/ordered-choice.js';
import { say } from '../../parts/toasts.js';
import { mayUse } from '../actions/action-words.js';
import { formParams, type Event, type EventCode } from './event-words.js';

interface EventFormProps {
  /** Absent: a new one. */
  readonly event?: Event | undefined;
  readonly codes: readonly EventCode[];
  readonly actions: readonly Schema['ActionView'][];
  readonly onClose: () => void;
  readonly onSaved?: (event: Event) => void;
}

/** Builds an event: what it watches, by the catalogue of the controller, and what it runs. */
export function EventForm({ event, codes, actions, onClose, onSaved }: EventFormProps) {
  const { rights } = useSession();
  const { data: actionCodes = [] } = useApi('/api/action-codes');
  const { data: groups = [] } = useApi('/api/groups', { enabled: rights.can('viewOutletGroups') });
  const offered = actions.filter(
    (action) => event?.actions.includes(action.id) === true || mayUse(action, { codes: actionCodes, groups }, rights),
  );
  const [name, setName] = useState(event?.name ?? '');
  const [enabled, setEnabled] = useState(event?.enabled ?? true);
  const [code, setCode] = useState(event?.code);
  const [params, setParams] = useState<readonly string[]>(event?.params ?? []);
  const [chosen, setChosen] = useState<readonly string[]>(event?.actions.map(String) ?? []);
  const row = codes.find((each) => each.code === code);
  const fields = row ? formParams(row) : [];

  const choose = (value: number): void => {
    const wanted = codes.find((each) => each.code === value);
    setCode(value);
    // A thing that there is only one of (beside "any") need not be chosen.
    setParams(wanted?.params.map(({ choices, optional }) => (optional ? '' : (choices?.[0] ?? ''))) ?? []);
  };
  const save = useChange(async () => {
    const body = { name, enabled, code: code ?? 0, params: [...params], actions: chosen.map(Number) };
    return event
      ? api.put('/api/events/{eventId}', { path: { eventId: String(event.id) }, body })
      : api.post('/api/events', { body });
  }, ['/api/events']);
  const submit = async (): Promise<void> => {
    const saved = await save.mutateAsync(undefined);
    say(en.common.saved);
    onSaved?.(saved);
  };

  return (
    <FormDialog
      title={event ? en.events.editTitle(event.name) : en.events.create}
      size="xl"
      opened
      onClose={onClose}
      onSubmit={submit}
      isIncomplete={name.trim() === '' || !row || isParamMissing(fields, params)}
    >
      <TextInput
        label={en.events.name}
        value={name}
        maxLength={100}
        data-autofocus
        onChange={(changed) => setName(changed.currentTarget.value)}
      />
      <CodeFields
        codes={codes.filter(({ available, code: each }) => available || each === event?.code)}
        code={code}
        onCode={choose}
        fields={fields}
        params={params}
        onParams={setParams}
      />
      <OrderedChoice
        label={en.events.actions}
        description={en.events.actionsHelp}
        choices={offered.map(({ id, name: label }) => ({ value: String(id), label }))}
        value={chosen}
        onChange={setChosen}
        empty={en.events.noActionsYet}
      />
      <Switch
        label={en.rules.enabled}
        checked={enabled}
        onChange={(changed) => setEnabled(changed.currentTarget.checked)}
      />
    </FormDialog>
  );
}
