import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { en } from '../language/en.js';
import { ErrorNote } from './error-note.js';

interface FormDialogProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Sends the form; the dialog closes when it resolves and shows the error when it rejects. */
  readonly onSubmit: () => Promise<unknown>;
  readonly submit?: string;
  readonly isIncomplete?: boolean;
  readonly size?: string;
  /** The fields. They begin anew each time the dialog opens if their state lives in a component inside it. */
  readonly children: ReactNode;
}

/** A form in a dialog: Enter sends, Escape leaves, errors stand above the buttons. */
export function FormDialog({ title, opened, onClose, size = 'md', ...form }: FormDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': en.common.close }}
      transitionProps={{ duration: 0 }}
    >
      <FormBody onClose={onClose} {...form} />
    </Modal>
  );
}

type FormBodyProps = Omit<FormDialogProps, 'title' | 'opened' | 'size'>;

function FormBody({ onClose, onSubmit, submit = en.common.save, isIncomplete = false, children }: FormBodyProps) {
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await onSubmit();
      onClose();
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="sm">
        {children}
        <ErrorNote error={error} />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            {en.common.cancel}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isIncomplete}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
