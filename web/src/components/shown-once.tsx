import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../language/words.js';
import { useLeaveGuard } from './leave-guard.js';
import { useFocusBack } from './use-focus-back.js';

interface ShownOnceProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret this once: only its button closes the dialog, and Back or a reload asks, so that nothing loses the secret. */
export function ShownOnce({ title, children, onClose }: ShownOnceProps) {
  useFocusBack();
  useLeaveGuard(true, {
    title: words.common.leaveSecretTitle,
    body: words.common.leaveSecretText,
    confirm: words.common.leaveSecret,
    danger: true,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="md">
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.common.secretCopied}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
