import { Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { SecretField } from '../network/secret-field.js';
import { NumberField } from '../network/setting-fields.js';
import { SettingsForm } from '../network/settings-form.js';
import { useSettingsForm } from '../network/use-settings-form.js';

/** The limits of pings and of the runs of actions. */
export function AutomationPanel({ mayChange }: { readonly mayChange: boolean }) {
  const form = useSettingsForm(mayChange);
  return (
    <Panel title={words.system.automation}>
      <SettingsForm form={form}>
        <NumberField form={form} name="autopingInterval" min={100} max={3_600_000} />
        <NumberField form={form} name="autopingTimeout" min={100} max={60_000} />
        <NumberField form={form} name="actionsPerMinute" min={1} max={60} />
        <SecretField form={form} name="postSigningSecret" />
      </SettingsForm>
    </Panel>
  );
}
