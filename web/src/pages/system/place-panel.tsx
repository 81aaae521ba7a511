import { Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { NumberField, TextField } from '../network/setting-fields.js';
import { SettingsForm } from '../network/settings-form.js';
import { useSettingsForm } from '../network/use-settings-form.js';

/** The highest unit that a rack may have. */
const UNITS = 60;

/** The place of the PDU and its mark in the inventory, by which asset management finds it. */
export function PlacePanel({ mayChange }: { readonly mayChange: boolean }) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.system.place}>
      <SettingsForm form={form}>
        <TextField form={form} name="rackRow" />
        <TextField form={form} name="rackName" />
        <NumberField form={form} name="rackUnit" min={0} max={UNITS} />
        <TextField form={form} name="assetTag" />
      </SettingsForm>
    </Panel>
  );
}
