import { Text } from '@mantine/core';
import { words } from '../../language/words.js';
import { amps, DASH, duration, watts } from '../../language/format.js';
import type { Column } from '../../components/data-table.js';
import { LiveValue } from '../../components/live-value.js';
import type { OutletRow } from '../outlets/outlet-rows.js';
import { OutletState } from '../outlets/outlet-state.js';
import type { RemainingSteps } from './remaining-steps.js';
import type { Group } from './use-groups.js';

/** The columns of the outlets of one group, in the order in which they turn on. */
export function memberColumns({ outlets }: Group, remaining: RemainingSteps): Column<OutletRow>[] {
  const [next] = remaining.keys();
  const place = (id: string): number => outlets.findIndex((outlet) => outlet.id === id) + 1;
  return [
    { key: 'place', header: words.groups.order, cell: ({ id }) => `${place(id)}.`, width: '52px' },
    {
      key: 'name',
      header: words.common.name,
      cell: ({ outletIndex, outletName, bankName, device }) => (
        <>
          <Text size="sm" fw={600} lh={1.2} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{device?.name ?? outletName}</bdi>
          </Text>
          <Text size="xs" c="dimmed" lh={1.2}>
            {device?.name !== undefined && (
              <>
                <bdi>{outletName}</bdi>
                {' · '}
              </>
            )}
            {words.outlets.outlet} {outletIndex}
            {bankName !== '' && (
              <>
                , <bdi>{bankName}</bdi>
              </>
            )}
          </Text>
        </>
      ),
    },
    { key: 'state', header: words.common.state, cell: ({ id }) => <OutletState id={id} />, width: '170px' },
    {
      key: 'wait',
      header: words.groups.sequence,
      cell: ({ id }) => <Step left={remaining.get(id)} isNext={id === next} />,
      width: '130px',
    },
    {
      key: 'current',
      header: words.outlets.current,
      cell: ({ id }) => <LiveValue list="outlets" id={id} text={(now) => amps(now?.currentRms)} />,
      align: 'right',
      width: '96px',
    },
    {
      key: 'power',
      header: words.outlets.power,
      cell: ({ id }) => <LiveValue list="outlets" id={id} text={(now) => watts(now?.watts)} />,
      align: 'right',
      isMinor: true,
      width: '96px',
    },
    {
      key: 'protection',
      header: words.outlets.protection,
      cell: ({ protection }) => (protection === 'none' ? '' : words.outlets.protectionLabels[protection]),
      isMinor: true,
      width: '120px',
    },
  ];
}

function Step({ left, isNext }: { readonly left: number | undefined; readonly isNext: boolean }) {
  if (left === undefined) return <Text span>{DASH}</Text>;
  const time = duration(Math.ceil(left));
  return (
    <Text size="sm" span {...(isNext && { fw: 700 })}>
      {isNext ? words.groups.next(time) : words.groups.later(time)}
    </Text>
  );
}
