import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../../api/queries.js';
import { Page } from '../../components/page.js';
import { WhenRead } from '../../components/when-read.js';

interface ProtocolPageProps {
  readonly title: string;
  /** The reads of its panels besides the state of the server and the settings. */
  readonly reads?: readonly Pick<UseQueryResult, 'isLoading'>[];
  readonly children: ReactNode;
}

/** The page of a protocol: its panels are drawn when all of them have been read. */
export function ProtocolPage({ title, reads = [], children }: ProtocolPageProps) {
  const server = useApi('/api/system/protocols');
  const settings = useApi('/api/conf');
  return (
    <Page title={title}>
      <WhenRead reads={[server, settings, ...reads]}>{children}</WhenRead>
    </Page>
  );
}
