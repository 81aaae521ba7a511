import { Anchor, Button, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { HubSchema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { Page, Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { useLivePdus } from '../../live/fleet-live.js';
import { useSession } from '../../session/session.js';
import { FleetAlarms, PduAlarmCount } from './fleet-alarms.js';
import { LostSites } from './lost-sites.js';
import { PduPower } from './pdu-power.js';
import { PduState } from './pdu-state.js';
import { WaitingPdus } from './waiting-pdus.js';

type Pdu = HubSchema['PduView'];
/** So many PDUs are shown at first, and so many more at each wish. */
const SHOWN = 200;

/** The PDUs of the fleet: which are there, how much they draw, and which wait to be accepted. */
export default function PdusPage() {
  const [text, setText] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const q = useDeferredValue(text.trim().toLowerCase());
  // The stream has all of them, a moment later; without it the page has the first ones as they were.
  const { data, error } = useApi('/api/fleet/pdus', { query: { limit: SHOWN } });
  const live = useLivePdus();
  const known = live ?? data?.items;
  const isAll = live !== undefined || (!error && data?.next === null);
  const pdus = useMemo(() => known?.filter((pdu) => fits(pdu, q)), [known, q]);
  const { rights } = useSession();
  const mayEnrol = rights.can('modifyNetworkSettings');
  if (!pdus) return error ? <ErrorNote error={error} /> : <Loading />;
  const members = pdus.filter(({ state }) => state !== 'pending');
  return (
    <Page title={words.titles.fleet}>
      <LostSites />
      {mayEnrol && <WaitingPdus pdus={pdus.filter(({ state }) => state === 'pending')} />}
      {known && known.length > 0 && <FleetAlarms pdus={isAll ? known : undefined} />}
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
        <div className="live">
          <DataTable
            label={words.titles.fleet}
            columns={columns()}
            rows={members.slice(0, shown)}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            empty={q ? words.fleet.nothingFound : mayEnrol ? words.fleet.none : words.fleet.noneVisible}
          />
        </div>
        {members.length > shown && (
          <Button mt="sm" variant="default" onClick={() => setShown(shown + SHOWN)}>
            {words.fleet.more}
          </Button>
        )}
      </Panel>
    </Page>
  );
}

/** True for a PDU with the text in what the search is for, as in the API. */
const fits = ({ name, serial, model, site, id }: Pdu, text: string): boolean =>
  text === '' || [name, serial, model, site, id].some((each) => each.toLowerCase().includes(text));

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
  {
    key: 'state',
    header: words.common.state,
    cell: (pdu) => (
      <>
        <PduState pdu={pdu} /> <PduAlarmCount pdu={pdu} />
      </>
    ),
  },
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
      outletsOn === null || !outlets ? '–' : words.fleet.outletsOnOf(outletsOn, outlets),
    align: 'right',
  },
  { key: 'model', header: words.fleet.model, cell: ({ model }) => model, sort: ({ model }) => model, isMinor: true },
  { key: 'serial', header: words.fleet.serial, cell: ({ serial }) => serial, isMinor: true },
];
