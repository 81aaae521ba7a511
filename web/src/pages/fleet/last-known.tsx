import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { HubSchema } from '../../api/client.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import './last-known.css';

interface Props {
  readonly outlets: HubSchema['FleetOutletsView'];
  readonly children: ReactNode;
}

/** A table of readings with their time; grey while the PDU is away, since they are the last that are known. */
export function LastKnown({ outlets: { online, readAt }, children }: Props) {
  const { times } = useSession();
  return (
    <>
      {readAt && (
        <Text size="sm" c="dimmed" mb="xs">
          {words.fleet.readAt(times.dateTime(readAt))}
        </Text>
      )}
      <div className="live last-known" data-away={online !== true || undefined}>
        {children}
      </div>
    </>
  );
}
