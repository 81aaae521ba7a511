import { useQuery } from '@tanstack/react-query';
import { api, type ApiFailure, type HubSchema } from '../../api/client.js';

type Pdu = HubSchema['PduView'];

interface Row {
  readonly id: string;
  readonly outletIndex: number;
  readonly outletName: string;
}

const LIMIT = 500;

/** The PDUs of a hub that the caller may see, as rows of the table of outlets; undefined until they are known. */
export function usePduNames(): readonly Row[] | undefined {
  const { data } = useQuery<Pdu[], ApiFailure>({
    queryKey: ['/api/fleet/pdus', 'all'],
    queryFn: ({ signal }) => allPdus(signal),
  });
  return data?.map(({ id, name }, place) => ({ id, outletIndex: place + 1, outletName: name }));
}

async function allPdus(signal: AbortSignal): Promise<Pdu[]> {
  const pdus: Pdu[] = [];
  let after: string | undefined;
  do {
    const query = { limit: LIMIT, ...(after !== undefined && { after }) };
    const page = await api.get('/api/fleet/pdus', { query, signal });
    pdus.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return pdus;
}
