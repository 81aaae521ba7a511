import { Button, Group, Modal, Stack } from '@mantine/core';
import { useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { words } from '../language/words.js';
import './dialog-buttons.css';
import { ErrorNote } from './error-note.js';
import { useLeaveGuard } from './leave-guard.js';
import { useFocusBack } from './use-focus-back.js';

interface FormDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Sends the form; the dialog closes when it resolves and shows the error when it rejects. */
  readonly onSubmit: () => Promise<unknown>;
  readonly submit?: string;
  readonly isIncomplete?: boolean;
  readonly size?: string;
  readonly children: ReactNode;
}

/**
 * A form in a dialog: Enter sends it, and errors are shown above the buttons. Escape, the cross and a click outside close
 * it; they and Back ask first if the user has changed something.
 */
export function FormDialog({ title, onClose, onSubmit, size = 'md', ...form }: FormDialogProps) {
  const [isTouched, setTouched] = useState(false);
  const isAsking = useRef(false);
  const ask = useLeaveGuard(isTouched);
  useFocusBack();
  const whileAsking = async <Answer,>(question: () => Promise<Answer>): Promise<Answer> => {
    isAsking.current = true;
    try {
      return await question();
    } finally {
      // The Escape that closed the question must first pass this dialog, or it would close this one too.
      setTimeout(() => (isAsking.current = false));
    }
  };
  const leave = async (): Promise<void> => {
    if (!isAsking.current && (await whileAsking(ask))) onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void leave()}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': words.common.close }}
      transitionProps={{ duration: 0 }}
    >
      <FormBody onClose={onClose} onSubmit={() => whileAsking(onSubmit)} onTouch={() => setTouched(true)} {...form} />
    </Modal>
  );
}

interface FormBodyProps extends Omit<FormDialogProps, 'title' | 'size'> {
  readonly onTouch: () => void;
}

function FormBody({
  onClose,
  onTouch,
  onSubmit,
  submit = words.common.save,
  isIncomplete = false,
  children,
}: FormBodyProps) {
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
  // Options of lists and reorder buttons send no change event; React passes their clicks here, also out of portals.
  const onClick = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('[role=option], button')) onTouch();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Stack gap="sm">
        <Stack gap="sm" onChange={onTouch} onClick={onClick}>
          {children}
        </Stack>
        <div className="dialog-buttons">
          <ErrorNote error={error} />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button type="submit" loading={isBusy} disabled={isIncomplete}>
              {submit}
            </Button>
          </Group>
        </div>
      </Stack>
    </form>
  );
}
