import { Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { NumberField, TextField } from '../network/setting-fields.js';
import { SettingsForm } from '../network/settings-form.js';
import { useSettingsForm } from '../network/use-settings-form.js';

const HOUR = 3_600;

/** The name of the device, its neighbours, and the times and the share of ratings that apply to all outlets. */
export function IdentityPanel({ mayChange }: { readonly mayChange: boolean }) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.system.identity}>
      <SettingsForm form={form}>
        <TextField form={form} name="deviceName" />
        <TextField form={form} name="neighbours" isMultiline />
        <NumberField form={form} name="globalRebootTime" min={1} max={HOUR} />
        <NumberField form={form} name="deviceSequentialPowerUpDelay" min={0} max={600} />
        <NumberField form={form} name="capacityDerating" min={0} max={100} />
      </SettingsForm>
    </Panel>
  );
}
