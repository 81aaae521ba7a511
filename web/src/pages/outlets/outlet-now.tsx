import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Facts } from '../../components/facts.js';
import { LiveValue } from '../../components/live-value.js';
import { LoadBar } from '../../components/load-bar.js';
import { outletTitle } from '../../components/outlet-title.js';
import { Panel } from '../../components/page.js';
import { usePowerTree } from '../../components/power-tree.js';
import { consumerNames } from '../../components/consumer-names.js';
import { isolated } from '../../language/direction.js';
import { watts } from '../../language/format.js';
import { words } from '../../language/words.js';
import { StateLabel } from '../../components/state-label.js';
import { live } from '../../live/live.js';
import type { OutletRow } from './outlet-rows.js';
import { DrawsAgain, OutletState } from './outlet-state.js';

type Fact = readonly [name: string, value: ReactNode];

/** The state and load of an outlet, and the facts about it; nothing is listed that nobody has entered. */
export function OutletNow({ row }: { readonly row: OutletRow }) {
  const { id, device, labels, consumers = [], groups, protection } = row;
  const rated = usePowerTree().byId.get(id)?.ratedAmps;
  const now = live.get('outlets', id);
  const texts = words.outlets;
  const known: (readonly [string, string | undefined])[] = [
    [words.outletPage.receptacle, row.receptacle],
    [texts.groups, words.common.names(groups.map(isolated))],
    [texts.protection, texts.protectionLabels[protection]],
    [texts.powerOnState, row.state && texts.powerOnStates[row.pwrOnState]],
    [texts.device.name, device?.name],
    [texts.device.rackUnit, device?.rackUnit === undefined ? undefined : texts.rackUnit(device.rackUnit)],
    [texts.device.assetTag, device?.assetTag],
    [texts.device.feed, device?.feed],
    [
      texts.device.labels,
      labels && words.common.names(Object.entries(labels).map(([key, value]) => texts.label(key, value))),
    ],
    [texts.device.consumers, consumerNames(consumers)],
    [texts.device.notes, device?.notes],
  ];
  const facts: Fact[] = [
    [
      words.common.state,
      <>
        <OutletState id={id} />
        <DrawsAgain id={id} />
      </>,
    ],
    ...(now?.watts === undefined
      ? []
      : ([[texts.power, <LiveValue list="outlets" id={id} text={(outlet) => watts(outlet?.watts)} />]] as const)),
    ...(row.bankName === ''
      ? []
      : ([
          [
            texts.bank,
            <Anchor component={Link} to={`/outlets?bank=${row.bankId}`} size="sm">
              <bdi>{row.bankName}</bdi>
            </Anchor>,
          ],
        ] as const)),
    ...(device?.address === undefined ? [] : ([[texts.device.address, <Address device={device} />]] as const)),
    ...known.filter(([, value]) => value).map(([name, value]) => [name, <bdi>{value}</bdi>] as const),
  ];
  return (
    <Panel title={words.outletPage.now}>
      {now?.currentRms !== undefined && (
        <LoadBar
          list="outlets"
          id={id}
          label={`${words.overview.load} ${outletTitle(row)}`}
          current={(outlet) => outlet?.currentRms}
          rated={rated}
        />
      )}
      <Facts rows={facts} />
    </Panel>
  );
}

/** The address of a device, and whether it answers there. */
function Address({ device: { address, reachable } }: { readonly device: NonNullable<OutletRow['device']> }) {
  return (
    <>
      {address}{' '}
      {reachable !== undefined && (
        <StateLabel tone={reachable ? 'ok' : 'bad'} isLive>
          {reachable ? words.outlets.reachable : words.outlets.unreachable}
        </StateLabel>
      )}
    </>
  );
}
