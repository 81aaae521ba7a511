import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';

type Server = Schema['ProtocolServerView'];

interface ProtocolStateProps {
  readonly name: Server['name'];
  /** A sentence about what the server serves. */
  readonly children?: ReactNode;
}

/** The state of a protocol server: whether it listens, what it has counted, and its last clients. */
export function ProtocolState({ name, children }: ProtocolStateProps) {
  const { data: servers, error } = useApi('/api/system/protocols', { every: 5_000 });
  const server = servers?.find((each) => each.name === name);
  return (
    <Panel title={words.protocols.state}>
      {children !== undefined && (
        <Text size="sm" c="dimmed" mb="sm">
          {children}
        </Text>
      )}
      <ErrorNote error={error} />
      {servers && !server && <Text size="sm">{words.protocols.notServed}</Text>}
      {server && <State server={server} />}
      {server?.enabled && <Clients clients={server.clients} />}
    </Panel>
  );
}

function State({ server }: { readonly server: Server }) {
  const { enabled, port, problem, warning, connections, requests, errors, refused } = server;
  const texts = words.protocols;
  return (
    <div role="status">
      {!enabled && <StateLabel tone="quiet">{texts.off}</StateLabel>}
      {problem !== undefined && (
        <div>
          <StateLabel tone="bad">{problem}</StateLabel>
        </div>
      )}
      {port !== undefined && (
        <div>
          <StateLabel tone={warning === undefined ? 'ok' : 'warn'}>{texts.listens(port)}</StateLabel>
        </div>
      )}
      {warning !== undefined && <Text size="sm">{warning}</Text>}
      {enabled && (
        <Text size="sm" c="dimmed" mt={4}>
          {texts.counts(connections, requests, errors, refused)}
        </Text>
      )}
    </div>
  );
}

function Clients({ clients }: { readonly clients: Server['clients'] }) {
  const { times } = useSession();
  const texts = words.protocols;
  return (
    <div style={{ marginTop: 12 }}>
      <DataTable
        label={texts.clients}
        rows={clients}
        rowKey={({ address, name }) => `${address} ${name}`}
        rowName={({ address }) => address}
        empty={texts.noClients}
        columns={[
          { key: 'address', header: texts.address, cell: ({ address }) => address },
          { key: 'name', header: texts.client, cell: (client) => client.name },
          {
            key: 'lastSeen',
            header: texts.lastSeen,
            width: '170px',
            cell: ({ lastSeen }) => times.dateTime(lastSeen),
          },
          { key: 'requests', header: texts.requests, align: 'right', width: '110px', cell: (each) => each.requests },
        ]}
      />
    </div>
  );
}
