import { Anchor, Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, type ApiFailure, type HubSchema } from '../../api/client.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { Page, Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { LostSites } from './lost-sites.js';
import { PduPower } from './pdu-power.js';
import { PduState } from './pdu-state.js';
import { WaitingPdus } from './waiting-pdus.js';

type Pdu = HubSchema['PduView'];
type PduPage = HubSchema['PduPageView'];

const EVERY = 3_000;
const LIMIT = 200;
/** A search begins when nothing was typed for so long, ms. */
const TYPED = 250;

/** The PDUs of the fleet: which are there, how much they draw, and which wait to be accepted. */
export default function PdusPage() {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), TYPED);
  const query = useInfiniteQuery<PduPage, ApiFailure, Pdu[], readonly string[], string | undefined>({
    queryKey: ['/api/fleet/pdus', q],
    queryFn: ({ pageParam: after, signal }) =>
      api.get('/api/fleet/pdus', {
        query: { limit: LIMIT, ...(q && { q }), ...(after !== undefined && { after }) },
        signal,
      }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: EVERY,
    placeholderData: (before) => before,
  });
  const { data: pdus, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const { rights } = useSession();
  if (!pdus) return error ? <ErrorNote error={error} /> : <Loading />;
  return (
    <Page title={words.titles.fleet}>
      <ErrorNote error={error} />
      <LostSites />
      {rights.can('modifyNetworkSettings') && <WaitingPdus pdus={pdus.filter(({ state }) => state === 'pending')} />}
      <Panel>
        <TextInput
          type="search"
          mb="xs"
          maw={420}
          aria-label={words.common.search}
          placeholder={words.fleet.search}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <DataTable
          label={words.titles.fleet}
          columns={columns()}
          rows={pdus.filter(({ state }) => state !== 'pending')}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          empty={q ? words.fleet.nothingFound : words.fleet.none}
        />
        {hasNextPage && (
          <Button mt="sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.fleet.more}
          </Button>
        )}
      </Panel>
    </Page>
  );
}

const columns = (): Column<Pdu>[] => [
  {
    key: 'name',
    header: words.common.name,
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/pdus/${id}`} c="inherit" fw={600} size="sm">
        <bdi>{name}</bdi>
      </Anchor>
    ),
    sort: ({ name }) => name,
    width: '24%',
  },
  { key: 'state', header: words.common.state, cell: (pdu) => <PduState pdu={pdu} /> },
  { key: 'site', header: words.fleet.site, cell: ({ site }) => site, sort: ({ site }) => site },
  {
    key: 'power',
    header: words.fleet.power,
    cell: (pdu) => <PduPower pdu={pdu} />,
    sort: (pdu) => pdu.watts ?? -1,
    align: 'right',
  },
  {
    key: 'outlets',
    header: words.fleet.outletsOn,
    cell: ({ outletsOn, outlets }) =>
      outletsOn === null || outlets === null ? '–' : words.fleet.outletsOnOf(outletsOn, outlets),
    align: 'right',
  },
  { key: 'model', header: words.fleet.model, cell: ({ model }) => model, sort: ({ model }) => model, isMinor: true },
  { key: 'serial', header: words.fleet.serial, cell: ({ serial }) => serial, isMinor: true },
];
