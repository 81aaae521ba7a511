import { Modal } from '@mantine/core';
import { words } from '../../language/words.js';
import { SignInForm } from './sign-in-form.js';

/** Covers a page whose session has ended, so that its unsaved changes stay until the same user has signed in again. */
export default function SignInAgain({ name }: { readonly name: string }) {
  return (
    <Modal
      opened
      fullScreen
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      title={words.signIn.endedTitle}
      transitionProps={{ duration: 0 }}
      zIndex={500}
      classNames={{ body: 'sign-in-again', header: 'sign-in-again' }}
    >
      <SignInForm note={words.signIn.unsaved} name={name} />
    </Modal>
  );
}
