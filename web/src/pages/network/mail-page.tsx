import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { Panel } from '../../components/page.js';
import { NetworkPage } from './network-page.js';
import { ChoiceField, FlagField, NumberField, TextField } from './setting-fields.js';
import { SettingsForm } from './settings-form.js';
import { MailTest } from './mail-test.js';
import { SecretField } from './secret-field.js';
import { useSettingsForm } from './use-settings-form.js';

export default function MailPage() {
  const { rights } = useSession();
  const form = useSettingsForm(rights.can('modifyNetworkSettings'));
  const signsIn = form.valueOf('smtpAuthRequired') ?? false;
  return (
    <NetworkPage title={words.titles.mail} mayChange={form.mayChange}>
      <Panel title={words.network.server}>
        <SettingsForm form={form}>
          <TextField form={form} name="smtpServer" />
          <NumberField form={form} name="smtpPort" min={1} max={65_535} />
          <TextField form={form} name="smtpFrom" />
          <ChoiceField form={form} name="smtpSecurity" labels={words.network.mailSecurity} />
          {form.valueOf('smtpSecurity') === 'auto' && <FlagField form={form} name="smtpTlsEnabled" />}
          <TextField form={form} name="smtpCaCert" isPem />
          <FlagField form={form} name="smtpAuthRequired" />
          <TextField form={form} name="smtpUsername" disabled={!signsIn} />
          <SecretField form={form} name="smtpPassword" disabled={!signsIn} />
        </SettingsForm>
      </Panel>
      {rights.can('modifyEventActions') && <MailTest isUnsaved={form.isChanged} />}
    </NetworkPage>
  );
}
