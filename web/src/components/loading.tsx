import { Group, Loader, Text } from '@mantine/core';
import { words } from '../language/words.js';

/** A placeholder for content that is being loaded; screen readers announce it. */
export function Loading({ text = words.common.loading }: { readonly text?: string }) {
  return (
    <Group role="status" p="md" gap="sm">
      <Loader size="xs" />
      <Text c="dimmed">{text}</Text>
    </Group>
  );
}
