import { Modal } from '@mantine/core';
import { en } from '../../language/en.js';
import { SignInForm } from './sign-in-form.js';

/** Covers the page whose session has ended, which keeps what was filled in until the same user is back. */
export function SignInAgain({ name }: { readonly name: string }) {
  return (
    <Modal
      opened
      fullScreen
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title={en.signIn.endedTitle}
      transitionProps={{ duration: 0 }}
      zIndex={500}
      classNames={{ body: 'sign-in-again', header: 'sign-in-again' }}
    >
      <SignInForm note={en.signIn.unsaved} name={name} />
    </Modal>
  );
}
