import { Alert } from '@mantine/core';
import { useApi } from '../api/queries.js';
import { words } from '../language/words.js';

export type OptionalArea = 'display';

/** The setting whose catalogue row states whether this version supports an area. */
const SETTING_OF: Readonly<Record<OptionalArea, string>> = {
  display: 'lcdOutletControlEnabled',
};

/**
 * True if this version supports an area, according to the controller's catalogue of settings. Until the catalogue is
 * loaded, and for a role that may not read it, the answer is no, so that nobody relies on a protection that is missing.
 * @param mayAsk the role may read settings
 */
export function useIsSupported(area: OptionalArea, mayAsk: boolean): boolean {
  const key = SETTING_OF[area];
  const { data } = useApi('/api/conf/catalogue', { enabled: mayAsk });
  return data?.find((setting) => setting.key === key)?.served ?? false;
}

interface NotSupportedProps {
  readonly area: OptionalArea;
  readonly mayAsk: boolean;
}

/** A warning above controls that this version stores for compatibility only; nothing if it supports them. */
export function NotSupported({ area, mayAsk }: NotSupportedProps) {
  const isSupported = useIsSupported(area, mayAsk);
  if (isSupported) return null;
  const { title, areas } = words.notSupported;
  return (
    <Alert variant="light" color="orange" mb="sm" py="xs" title={title}>
      {areas[area]}
    </Alert>
  );
}
