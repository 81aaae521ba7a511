import { Text } from '@mantine/core';
import { words } from '../../language/words.js';

/** The reason why a page of settings has no buttons, for a role that may only view them. */
export const ViewOnly = ({ unless }: { readonly unless: boolean }) =>
  !unless && (
    <Text size="sm" c="dimmed">
      {words.network.viewOnly}
    </Text>
  );
