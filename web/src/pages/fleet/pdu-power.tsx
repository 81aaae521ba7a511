import { Text } from '@mantine/core';
import type { HubSchema } from '../../api/client.js';
import { watts } from '../../language/format.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';

type Pdu = Pick<HubSchema['PduView'], 'state' | 'online' | 'watts' | 'wattsAt'>;

/** The power of a PDU. Of one that is away it is the last that is known: grey, with its time. */
export function PduPower({ pdu: { state, online, watts: power, wattsAt } }: { readonly pdu: Pdu }) {
  const { times } = useSession();
  const isNow = state === 'active' && online === true;
  if (isNow || power === null || wattsAt === null) return <>{watts(power ?? undefined)}</>;
  return (
    <Text span size="sm" c="dimmed">
      {words.fleet.powerAt(watts(power), times.dateTime(wattsAt))}
    </Text>
  );
}
