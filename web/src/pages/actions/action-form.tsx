import { Switch } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { changedWithCode } from '../../components/changed-of.js';
import { CodeFields, isParamMissing } from '../../components/code-fields.js';
import { FormDialog } from '../../components/form-dialog.js';
import { NameField } from '../../components/name-field.js';
import { notify } from '../../components/toasts.js';
import { useMeanwhile } from '../../components/use-meanwhile.js';
import { formParams, isOffered, type Action, type Catalogue } from './action-texts.js';

interface ActionFormProps {
  /** Absent for a new action. */
  readonly action?: Action | undefined;
  readonly catalogue: Catalogue;
  readonly onClose: () => void;
}

/** The dialog for an action, built from the catalogue of the controller. */
export function ActionForm({ action, catalogue, onClose }: ActionFormProps) {
  const { rights } = useSession();
  const [name, setName] = useState(action?.name ?? '');
  const [enabled, setEnabled] = useState(action?.enabled ?? true);
  const [code, setCode] = useState(action?.code);
  const [params, setParams] = useState<readonly string[]>(action?.params ?? []);
  const [before] = useState(action);
  const meanwhile = useMeanwhile({
    name: words.actions.name,
    enabled: words.rules.enabled,
    code: [words.rules.code, () => undefined],
  });
  const row = catalogue.codes.find((each) => each.code === code);
  const fields = row ? formParams(row, catalogue, rights) : [];
  const save = useChange(async () => {
    const body = { name, enabled, code: code ?? 0, params: [...params] };
    if (!before) return api.post('/api/actions', { body });
    const path = { actionId: String(before.id) };
    const read = () => api.get('/api/actions/{actionId}', { path });
    const changed = await meanwhile(changedWithCode(body, before), before, read);
    if (Object.keys(changed).length === 0) return before;
    return api.put('/api/actions/{actionId}', { path, body: changed });
  }, ['/api/actions']);
  const submit = async (): Promise<void> => {
    await save.mutateAsync(undefined);
    notify(words.common.saved);
  };
  return (
    <FormDialog
      title={action ? words.actions.editTitle(action.name) : words.actions.create}
      size="lg"
      onClose={onClose}
      onSubmit={submit}
      isIncomplete={name.trim() === '' || !row || isParamMissing(fields, params)}
    >
      <NameField label={words.actions.name} value={name} onChange={setName} />
      <CodeFields
        codes={catalogue.codes.filter((each) => isOffered(each, rights) || each.code === action?.code)}
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
        label={words.rules.enabled}
        checked={enabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
