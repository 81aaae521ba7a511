import type { HubSchema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { DataTable } from '../../components/data-table.js';
import { distinctName } from '../../components/inlet-name.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { StateLabel, type Tone } from '../../components/state-label.js';
import { useOnChange } from '../../components/use-on-change.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';

type FleetCommand = HubSchema['FleetCommandView'];

const SHOWN = 20;
const TONES: Readonly<Record<FleetCommand['outcome'], Tone>> = {
  open: 'quiet',
  unknown: 'warn',
  done: 'ok',
  failed: 'bad',
  refused: 'bad',
  expired: 'warn',
  interrupted: 'warn',
};

interface Props {
  readonly pdu: HubSchema['PduView'];
  /** Another text when the list is another one; undefined as long as the stream has not said it. */
  readonly changes: string | undefined;
}

/** The newest commands to a PDU with what has become of them. */
export function CommandList({ pdu, changes }: Props) {
  const { times } = useSession();
  const { data, error, refetch } = useApi('/api/fleet/commands', { query: { pdu: pdu.id, limit: SHOWN } });
  useOnChange(changes, () => void refetch());
  const { data: known } = useApi('/api/fleet/pdus/{pduId}/outlets', { path: { pduId: pdu.id } });
  const nameOf = (id: string): string => distinctName(known?.outlets ?? [], id);
  return (
    <Panel title={words.fleet.commands}>
      <ErrorNote error={error} />
      {data && (
        <DataTable
          label={words.fleet.commands}
          rows={data.items}
          rowKey={({ id }) => id}
          rowName={({ id }) => id}
          empty={words.fleet.noCommands}
          columns={[
            { key: 'sent', header: words.fleet.sentAt, cell: ({ acceptedAt }) => times.dateTime(acceptedAt) },
            { key: 'outlet', header: words.fleet.outlet, cell: ({ outlet }) => <bdi>{nameOf(outlet)}</bdi> },
            {
              key: 'command',
              header: words.fleet.command,
              cell: ({ command }) => words.fleet.commandNames[command],
            },
            { key: 'outcome', header: words.fleet.outcome, cell: outcomeOf },
            { key: 'who', header: words.fleet.who, cell: ({ who }) => <bdi>{who}</bdi> },
          ]}
        />
      )}
    </Panel>
  );
}

function outcomeOf({ outcome, code, endedAt }: FleetCommand) {
  if (outcome === 'unknown' && endedAt !== undefined) {
    return <StateLabel tone={TONES.unknown}>{words.fleet.forgotten}</StateLabel>;
  }
  const text = words.fleet.outcomes[outcome];
  return <StateLabel tone={TONES[outcome]}>{code === null ? text : words.fleet.withCode(text, code)}</StateLabel>;
}
