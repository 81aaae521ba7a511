import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../../api/queries.js';
import { Page } from '../../components/page.js';
import { WhenRead } from '../../components/when-read.js';
import { words } from '../../language/words.js';

interface NetworkPageProps {
  readonly title: string;
  readonly mayChange: boolean;
  /** The reads of its panels besides the settings. */
  readonly reads?: readonly Pick<UseQueryResult, 'isLoading'>[];
  readonly children: ReactNode;
}

/** A page of the network settings: its panels are drawn when all of them have been read. */
export function NetworkPage({ title, mayChange, reads = [], children }: NetworkPageProps) {
  const settings = useApi('/api/conf');
  return (
    <Page title={title}>
      <ViewOnly unless={mayChange} />
      <WhenRead reads={[settings, ...reads]}>{children}</WhenRead>
    </Page>
  );
}

/** The reason why settings have no buttons, for a role that may only view them. */
export const ViewOnly = ({ unless }: { readonly unless: boolean }) =>
  !unless && (
    <Text size="sm" c="dimmed">
      {words.network.viewOnly}
    </Text>
  );
