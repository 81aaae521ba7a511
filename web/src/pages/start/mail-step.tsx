import { Title } from '@mantine/core';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { EMAIL_RECIPIENT, testAction } from '../network/action-test.js';
import { SecretField } from '../network/secret-field.js';
import { ChoiceField, FlagField, NumberField, TextField } from '../network/setting-fields.js';
import { TestRunForm } from '../network/test-run.js';
import { useSettingsForm } from '../network/use-settings-form.js';
import { ConfStep } from './conf-step.js';
import type { StepProps } from './step-props.js';

/** The mail server, and one mail to try it. */
export function MailStep(props: StepProps) {
  const { rights } = useSession();
  const form = useSettingsForm(true);
  const signsIn = form.valueOf('smtpAuthRequired') ?? false;
  const texts = words.network;
  const isReady = (form.saved?.smtpServer ?? '') !== '' && !form.isChanged;
  return (
    <>
      <ConfStep form={form} stays={rights.can('modifyEventActions')} {...props}>
        <TextField form={form} name="smtpServer" />
        <NumberField form={form} name="smtpPort" min={1} max={65_535} />
        <TextField form={form} name="smtpFrom" />
        <ChoiceField form={form} name="smtpSecurity" labels={texts.mailSecurity} />
        <FlagField form={form} name="smtpAuthRequired" />
        {signsIn && <TextField form={form} name="smtpUsername" />}
        {signsIn && <SecretField form={form} name="smtpPassword" />}
      </ConfStep>
      {rights.can('modifyEventActions') && isReady && (
        <>
          <Title order={3} mt="lg" mb="xs">
            {texts.test}
          </Title>
          <TestRunForm
            text={texts.testText}
            button={texts.testSend}
            isUnsaved={false}
            to={{ label: texts.testTo, type: 'email' }}
            run={(to) => testAction(texts.testName, EMAIL_RECIPIENT, to)}
            makesOld={['/api/actions']}
          />
        </>
      )}
    </>
  );
}
