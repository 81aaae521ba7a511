import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { CodeFields, isParamMissing } from '../../parts/code-fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { say } from '../../parts/toasts.js';
import { formParams, isOffered, type Action, type Known } from './action-words.js';

interface ActionFormProps {
  /** Absent: a new one. */
  readonly action?: Action | undefined;
  readonly known: Known;
  readonly onClose: () => void;
}

/** Builds an action by the catalogue of the controller. */
export function ActionForm({ action, known, onClose }: ActionFormProps) {
  const { rights } = useSession();
  const [name, setName] = useState(action?.name ?? '');
  const [enabled, setEnabled] = useState(action?.enabled ?? true);
  const [code, setCode] = useState(action?.code);
  const [params, setParams] = useState<readonly string[]>(action?.params ?? []);
  const row = known.codes.find((each) => each.code === code);
  const fields = row ? formParams(row, known, rights) : [];
  const save = useChange(async () => {
    const body = { name, enabled, code: code ?? 0, params: [...params] };
    return action
      ? api.put('/api/actions/{actionId}', { path: { actionId: String(action.id) }, body })
      : api.post('/api/actions', { body });
  }, ['/api/actions']);
  const submit = async (): Promise<void> => {
    await save.mutateAsync(undefined);
    say(en.common.saved);
  };
  return (
    <FormDialog
      title={action ? en.actions.editTitle(action.name) : en.actions.create}
      size="lg"
      opened
      onClose={onClose}
      onSubmit={submit}
      isIncomplete={name.trim() === '' || !row || isParamMissing(fields, params)}
    >
      <TextInput
        label={en.actions.name}
        value={name}
        maxLength={100}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <CodeFields
        codes={known.codes.filter((each) => isOffered(each, rights) || each.code === action?.code)}
        code={code}
        onCode={(value) => {
          setCode(value);
          setParams([]);
        }}
        fields={fields}
        params={params}
        onParams={setParams}
      />
      <Switch
        label={en.rules.enabled}
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
