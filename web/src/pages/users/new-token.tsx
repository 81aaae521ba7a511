import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { en } from '../../language/en.js';
import { CopyField } from '../../parts/copy-field.js';

interface NewTokenProps {
  /** Undefined: closed. */
  readonly token: string | undefined;
  readonly onClose: () => void;
}

/** Shows a token, this once: it is left by its button alone, not by a click beside it. */
export function NewToken({ token, onClose }: NewTokenProps) {
  const words = en.tokens;
  return (
    <Modal
      opened={token !== undefined}
      onClose={onClose}
      title={words.shownTitle}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="md">
        <Text size="sm">{words.shownText}</Text>
        <CopyField label={words.token} value={token ?? ''} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
