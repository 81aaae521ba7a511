import { Select } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { changedOf } from '../../components/changed-of.js';
import { FormDialog } from '../../components/form-dialog.js';
import { NameField } from '../../components/name-field.js';
import { OffTimeFields } from '../../components/off-time-fields.js';
import { outletTitle } from '../../components/outlet-title.js';
import { notify } from '../../components/toasts.js';
import { useMeanwhile, type Labels } from '../../components/use-meanwhile.js';
import { changeOf, DeviceFields, deviceForm, deviceLabels, wrongConsumers, wrongLabel } from './device-fields.js';

type Outlet = Schema['OutletView'];
type Fields = Pick<Outlet, 'outletName' | 'pwrOnState' | 'customRebootTimeEnabled' | 'customRebootTime' | 'protection'>;

const choices = <StateLabel extends string>(texts: Readonly<Record<StateLabel, string>>) =>
  Object.entries<string>(texts).map(([value, label]) => ({ value, label }));

const labels = (): Labels => {
  const { powerOnStates, protectionLabels, ...texts } = words.outlets;
  return {
    outletName: words.common.name,
    pwrOnState: [texts.powerOnState, (value: Outlet['pwrOnState']) => powerOnStates[value]],
    customRebootTimeEnabled: texts.customRebootTime,
    customRebootTime: texts.customRebootSeconds,
    protection: [texts.protection, (value: Outlet['protection']) => protectionLabels[value]],
    ...deviceLabels(),
  };
};

interface Props {
  readonly outlet: Outlet;
  readonly onClose: () => void;
}

/** The fields of the settings of one outlet. */
export default function OutletSettingsForm({ outlet, onClose }: Props) {
  const [title] = useState(words.outlets.settingsTitle(outletTitle(outlet)));
  const [fields, setFields] = useState<Fields>(outlet);
  const [device, setDevice] = useState(() => deviceForm(outlet));
  const [before] = useState(outlet);
  const change = useChange(
    (body: Schema['UpdateOutletDto']) => api.put('/api/outlets/{outletId}', { path: { outletId: outlet.id }, body }),
    ['/api/groups'],
  );
  const meanwhile = useMeanwhile(labels());
  const set = (changed: Partial<Fields>): void => setFields({ ...fields, ...changed });
  const { outletName, pwrOnState, customRebootTimeEnabled, customRebootTime, protection } = fields;
  const submit = async (): Promise<void> => {
    const settings = { outletName, pwrOnState, customRebootTimeEnabled, customRebootTime, protection };
    const read = () => api.get('/api/outlets/{outletId}', { path: { outletId: outlet.id } });
    const body = await meanwhile({ ...changedOf(settings, before), ...changeOf(device, before) }, before, read);
    if (Object.keys(body).length > 0) await change.mutateAsync(body);
    notify(words.common.saved);
  };
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      isIncomplete={outletName.trim() === '' || (wrongLabel(device) ?? wrongConsumers(device)) !== undefined}
      size="lg"
    >
      <NameField value={outletName} onChange={(name) => set({ outletName: name })} />
      <Select
        label={words.outlets.powerOnState}
        data={choices(words.outlets.powerOnStates)}
        value={pwrOnState}
        onChange={(value) => value && set({ pwrOnState: value as Outlet['pwrOnState'] })}
      />
      <OffTimeFields value={fields} onChange={set} />
      <Select
        label={words.outlets.protection}
        description={words.outlets.protectionHelp[protection]}
        data={choices(words.outlets.protectionLabels)}
        value={protection}
        onChange={(value) => value && set({ protection: value as Outlet['protection'] })}
      />
      <DeviceFields value={device} onChange={(changed) => setDevice({ ...device, ...changed })} />
    </FormDialog>
  );
}
