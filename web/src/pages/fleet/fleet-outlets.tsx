import { Group } from '@mantine/core';
import { api, type HubSchema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import type { Command } from '../../components/command-buttons.js';
import '../../components/command-buttons.css';
import { useConfirm } from '../../components/confirm.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { distinctName } from '../../components/inlet-name.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { PlainButton } from '../../components/plain-button.js';
import { StateLabel } from '../../components/state-label.js';
import { SWITCHING_LIMIT, switchingFailure } from '../../components/switching-failure.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { amps, watts } from '../../language/format.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { LastKnown } from './last-known.js';

type Outlet = HubSchema['FleetOutletView'];

/** As the question says; ms. */
const VALID = 10_000;
const COMMANDS: readonly Command[] = ['ON', 'OFF', 'REBOOT'];

interface Props {
  readonly pdu: HubSchema['PduView'];
  /** By the stream, with the readings of each second, or as they were read before its first message. */
  readonly outlets: HubSchema['FleetOutletsView'] | undefined;
  /** The reason why there are none. */
  readonly error: Error | null;
}

/** The outlets of a PDU with their newest readings, and their buttons for who may switch at it. */
export function FleetOutlets({ pdu, outlets: data, error }: Props) {
  const path = { pduId: pdu.id };
  // The question and the labels of the buttons name one outlet, also where two have the same name.
  const rows = data?.outlets.map((outlet) => ({ ...outlet, name: distinctName(data.outlets, outlet.id) })) ?? [];
  const { rights } = useSession();
  const confirm = useConfirm();
  const send = useChange(
    ({ outlet, command }: { outlet: Outlet; command: Command }) =>
      api.post('/api/fleet/pdus/{pduId}/commands', {
        path,
        body: { outlet: outlet.id, command, validMs: VALID },
        // If the answer is lost and the request is sent again by the network, it is the same command.
        headers: { 'Idempotency-Key': crypto.randomUUID() },
        signal: AbortSignal.timeout(SWITCHING_LIMIT),
      }),
    ['/api/fleet/commands'],
  );
  const ask = async (outlet: Outlet, command: Command): Promise<void> => {
    const isSure = await confirm({
      title: words.fleet.question[command](outlet.name),
      body: (
        <>
          {words.fleet.questionText(pdu.name)}
          {pdu.online !== true && <b> {words.fleet.questionAway}</b>}
        </>
      ),
      confirm: words.fleet.commandNames[command],
      danger: command !== 'ON',
      moves: true,
    });
    if (!isSure) return;
    // Not by the callbacks of `mutate`: those are only for the last command, and for a page that is still there.
    await send.mutateAsync({ outlet, command }).then(
      () => notify(words.fleet.sent(words.fleet.commandNames[command], outlet.name)),
      (error: unknown) => notifyFailure(switchingFailure(error as Error)),
    );
  };
  // The rights are read once a minute, and a PDU may be newer.
  const maySwitch = rights.isAdministrator || rights.maySwitch(pdu.id);
  const columns = [...COLUMNS(), ...(maySwitch && pdu.state === 'active' ? [buttonsFor(ask)] : [])];
  return (
    <Panel title={words.fleet.outlets}>
      <ErrorNote error={error} />
      {data && (
        <LastKnown outlets={data}>
          <DataTable
            label={words.fleet.outlets}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            empty={words.fleet.noOutlets}
          />
        </LastKnown>
      )}
    </Panel>
  );
}

const COLUMNS = (): Column<Outlet>[] => [
  { key: 'name', header: words.common.name, cell: ({ name }) => <bdi>{name}</bdi>, sort: ({ name }) => name },
  {
    key: 'state',
    header: words.common.state,
    cell: ({ state }) => (
      <StateLabel tone={state === 'ON' ? 'ok' : 'quiet'} isLive>
        {state === null ? words.common.unknown : words.common[state === 'ON' ? 'on' : 'off']}
      </StateLabel>
    ),
  },
  {
    key: 'current',
    header: words.outlets.current,
    cell: ({ current }) => amps(current ?? undefined),
    sort: ({ current }) => current ?? -1,
    align: 'right',
  },
  {
    key: 'power',
    header: words.fleet.power,
    cell: ({ activePower }) => watts(activePower ?? undefined),
    sort: ({ activePower }) => activePower ?? -1,
    align: 'right',
  },
];

const buttonsFor = (ask: (outlet: Outlet, command: Command) => Promise<void>): Column<Outlet> => ({
  key: 'buttons',
  header: '',
  align: 'right',
  cell: (outlet) => (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {COMMANDS.map((command) => (
        <PlainButton
          key={command}
          size="compact-xs"
          className="command"
          data-command={command}
          aria-label={`${words.fleet.commandNames[command]}: ${outlet.name}`}
          onClick={() => void ask(outlet, command)}
        >
          {words.fleet.commandNames[command]}
        </PlainButton>
      ))}
    </Group>
  ),
});
