import { Group, Loader, Text } from '@mantine/core';
import { en } from '../language/en.js';

/** Stands where something is being loaded; says so at once to who cannot see it. */
export function Waiting({ text = en.common.loading }: { readonly text?: string }) {
  return (
    <Group role="status" p="md" gap="sm">
      <Loader size="xs" />
      <Text c="dimmed">{text}</Text>
    </Group>
  );
}
