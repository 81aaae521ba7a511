import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { Page, Panel } from '../../parts/page.js';
import { FlagField, NumberField, PemField, TextField, WordField } from './conf-fields.js';
import { ConfFrame } from './conf-frame.js';
import { MailTest } from './mail-test.js';
import { SecretField } from './secret-field.js';
import { useConfForm } from './use-conf-form.js';

export default function MailPage() {
  const { rights } = useSession();
  const form = useConfForm(rights.can('modifyNetworkSettings'));
  const { edited, kept } = form;
  const signsIn = edited.smtpAuthRequired ?? kept?.smtpAuthRequired ?? false;
  const security = edited.smtpSecurity ?? kept?.smtpSecurity;
  return (
    <Page title={en.titles.mail}>
      <Panel title={en.network.server}>
        <ConfFrame form={form}>
          <TextField form={form} name="smtpServer" />
          <NumberField form={form} name="smtpPort" min={1} max={65_535} />
          <TextField form={form} name="smtpFrom" />
          <WordField form={form} name="smtpSecurity" words={en.network.mailSecurity} />
          {security === 'auto' && <FlagField form={form} name="smtpTlsEnabled" />}
          <PemField form={form} name="smtpCaCert" />
          <FlagField form={form} name="smtpAuthRequired" />
          <TextField form={form} name="smtpUsername" disabled={!signsIn} />
          <SecretField form={form} name="smtpPassword" disabled={!signsIn} />
        </ConfFrame>
      </Panel>
      {rights.can('modifyEventActions') && <MailTest isUnsaved={Object.keys(edited).length > 0} />}
    </Page>
  );
}
