import { words } from '../../language/words.js';
import { EMAIL_RECIPIENT, testAction } from './action-test.js';
import { TestRun } from './test-run.js';

/** Sends one mail and shows the response of the mail server. */
export function MailTest({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const texts = words.network;
  return (
    <TestRun
      title={texts.test}
      text={texts.testText}
      button={texts.testSend}
      isUnsaved={isUnsaved}
      to={{ label: texts.testTo, type: 'email' }}
      run={(to) => testAction(texts.testName, EMAIL_RECIPIENT, to)}
      makesOld={['/api/actions']}
    />
  );
}
