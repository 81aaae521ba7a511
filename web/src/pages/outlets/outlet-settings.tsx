import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { live } from '../../live/live.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { OwnOffTime } from '../../parts/own-off-time.js';
import { say } from '../../parts/toasts.js';

type Outlet = Schema['OutletView'];
type Fields = Pick<Outlet, 'outletName' | 'pwrOnState' | 'customRebootTimeEnabled' | 'customRebootTime' | 'protection'>;

const choices = <Word extends string>(words: Readonly<Record<Word, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }));

/** The settings of one outlet in a dialog; undefined: closed. */
export function OutletSettings({ id, onClose }: { readonly id: string | undefined; readonly onClose: () => void }) {
  const outlet = id === undefined ? undefined : live.thing('outlets', id);
  return outlet ? <Form key={outlet.id} outlet={outlet} onClose={onClose} /> : null;
}

function Form({ outlet, onClose }: { readonly outlet: Outlet; readonly onClose: () => void }) {
  const [title] = useState(en.outlets.settingsTitle(outlet.outletName));
  const [fields, setFields] = useState<Fields>(outlet);
  const change = useChange(
    (body: Fields) => api.put('/api/outlets/{outletId}', { path: { outletId: outlet.id }, body }),
    ['/api/groups'],
  );
  const set = (changed: Partial<Fields>): void => setFields({ ...fields, ...changed });
  const { outletName, pwrOnState, customRebootTimeEnabled, customRebootTime, protection } = fields;
  const submit = async (): Promise<void> => {
    await change.mutateAsync({ outletName, pwrOnState, customRebootTimeEnabled, customRebootTime, protection });
    say(en.common.saved);
  };
  return (
    <FormDialog title={title} opened onClose={onClose} onSubmit={submit} isIncomplete={outletName.trim() === ''}>
      <TextInput
        label={en.common.name}
        value={outletName}
        maxLength={100}
        data-autofocus
        onChange={(event) => set({ outletName: event.currentTarget.value })}
      />
      <Select
        label={en.outlets.powerOnState}
        data={choices(en.outlets.powerOnWord)}
        value={pwrOnState}
        onChange={(value) => value && set({ pwrOnState: value as Outlet['pwrOnState'] })}
      />
      <OwnOffTime value={fields} onChange={set} />
      <Select
        label={en.outlets.protection}
        description={en.outlets.protectionHelp[protection]}
        data={choices(en.outlets.protectionWord)}
        value={protection}
        onChange={(value) => value && set({ protection: value as Outlet['protection'] })}
      />
    </FormDialog>
  );
}
