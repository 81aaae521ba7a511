import { Alert } from '@mantine/core';
import { en } from '../language/en.js';

/**
 * What can be set, is kept and answered for compatibility, and has no effect in this version. The one list of it: a
 * page that shows one of these says so.
 */
const NOT_SERVED = ['snmpAgent', 'snmpUsers', 'sshKeys', 'display'] as const;
type Area = (typeof NOT_SERVED)[number];

export const isServed = (area: string): boolean => !NOT_SERVED.some((other) => other === area);

/** Stands above controls that have no effect in this version; nothing where they have one. */
export function NotServed({ area }: { readonly area: Area }) {
  if (isServed(area)) return null;
  const { title, areas } = en.notServed;
  return (
    <Alert
      variant="light"
      color="orange"
      mb="sm"
      py="xs"
      title={title}
      styles={{ label: { color: 'var(--mantine-color-text)' } }}
    >
      {areas[area]}
    </Alert>
  );
}
