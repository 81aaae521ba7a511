import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { en } from '../../language/en.js';
import { CodeFields, isParamMissing } from '../../components/code-fields.js';
import { FormDialog } from '../../components/form-dialog.js';
import { OrderedChoice } from '../../components/ordered-choice.js';
import { notify } from '../../components/toasts.js';
import { mayUse } from '../actions/action-texts.js';
import { BacktestPreview } from './backtest-preview.js';
import { formParams, type Event, type EventCode } from './event-texts.js';

interface EventFormProps {
  /** Absent for a new event. */
  readonly event?: Event | undefined;
  readonly codes: readonly EventCode[];
  readonly actions: readonly Schema['ActionView'][];
  readonly onClose: () => void;
  readonly onSaved?: (event: Event) => void;
}

/** The dialog for an event: its condition from the catalogue of the controller, and its actions. */
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
    // A required parameter starts with its first choice, which is often the only one.
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
    notify(en.common.saved);
    onSaved?.(saved);
  };

  return (
    <FormDialog
      title={event ? en.events.editTitle(event.name) : en.events.create}
      size="xl"
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
      {row?.available === true && !isParamMissing(fields, params) && (
        <BacktestPreview code={row.code} params={params} unit={fields[1]?.unit ?? ''} />
      )}
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
