import { Alert } from '@mantine/core';
import { useApi } from '../api/queries.js';
import { en } from '../language/en.js';

export type ServedArea = 'snmpAgent' | 'snmpUsers' | 'sshKeys' | 'display';

/** The setting whose row in the catalogue tells whether anything acts on an area; none stands for SNMPv3 users alone. */
const SETTING_OF: Readonly<Partial<Record<ServedArea, string>>> = {
  snmpAgent: 'snmpv12Enabled',
  sshKeys: 'sshEnabled',
  display: 'lcdOutletControlEnabled',
};

/**
 * Whether an area has an effect in the version that runs, by the controller's own catalogue of settings. Until that has
 * come, and for a role that may not read it, it has none: nobody must believe in a protection that is not there.
 * @param mayAsk the role may read settings
 */
export function useIsServed(area: ServedArea, mayAsk: boolean): boolean {
  const key = SETTING_OF[area];
  const { data } = useApi('/api/conf/catalogue', { enabled: mayAsk && key !== undefined });
  return data?.find((setting) => setting.key === key)?.served ?? false;
}

interface NotServedProps {
  readonly area: ServedArea;
  readonly mayAsk: boolean;
}

/** Stands above controls that are kept and answered for compatibility only; nothing where they have an effect. */
export function NotServed({ area, mayAsk }: NotServedProps) {
  const isServed = useIsServed(area, mayAsk);
  if (isServed) return null;
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
