import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type HubSchema } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { useConfirm } from '../../components/confirm.js';
import { CopyField } from '../../components/copy-field.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { Page, Panel } from '../../components/page.js';
import { PlainButton } from '../../components/plain-button.js';
import { ShownOnce } from '../../components/shown-once.js';
import { notifyFailure } from '../../components/toasts.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { NewToken } from './new-token.js';

type Enrolment = HubSchema['EnrolmentView'];
type NewEnrolment = HubSchema['NewEnrolmentView'];

/** The tokens with which controllers join the hub. */
export default function EnrolmentPage() {
  const { data, error } = useApi('/api/fleet/enrolments', { query: { limit: 500 } });
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<NewEnrolment>();
  if (!data) return error ? <ErrorNote error={error} /> : <Loading />;
  return (
    <Page
      title={words.titles.enrolment}
      actions={<Button onClick={() => setOpen(true)}>{words.fleet.newToken}</Button>}
    >
      <Panel title={words.fleet.tokens}>
        <Text size="sm" c="dimmed" mb="xs">
          {words.fleet.tokensText}
        </Text>
        <Tokens tokens={data.items} />
      </Panel>
      {isOpen && <NewToken onMade={setMade} onClose={() => setOpen(false)} />}
      {made && !isOpen && <MadeToken token={made.token} onClose={() => setMade(undefined)} />}
    </Page>
  );
}

/** The variables with which a controller joins this hub. The port is the usual one of a hub. */
function MadeToken({ token, onClose }: { readonly token: string; readonly onClose: () => void }) {
  return (
    <ShownOnce title={words.fleet.created} onClose={onClose}>
      <Text size="sm">{words.fleet.createdText}</Text>
      <CopyField label="RACKFEED_HUB" value={location.hostname} />
      <CopyField label="RACKFEED_HUB_TOKEN" value={token} />
    </ShownOnce>
  );
}

function Tokens({ tokens }: { readonly tokens: readonly Enrolment[] }) {
  const { times } = useSession();
  const confirm = useConfirm();
  const remove = useChange(
    ({ id }: Enrolment) => api.delete('/api/fleet/enrolments/{enrolmentId}', { path: { enrolmentId: String(id) } }),
    ['/api/fleet/enrolments'],
  );
  const ask = async (token: Enrolment): Promise<void> => {
    const isSure = await confirm({
      title: words.fleet.deleteTitle(token.name),
      body: words.fleet.deleteText,
      confirm: words.common.delete,
      danger: true,
    });
    if (isSure) remove.mutate(token, { onError: notifyFailure });
  };
  return (
    <DataTable
      label={words.fleet.tokens}
      rows={tokens}
      rowKey={({ id }) => String(id)}
      rowName={({ name }) => name}
      empty={words.fleet.noTokens}
      columns={[
        { key: 'name', header: words.fleet.note, cell: ({ name }) => <bdi>{name}</bdi> },
        { key: 'site', header: words.fleet.site, cell: ({ site }) => site },
        { key: 'used', header: words.fleet.used, cell: ({ used, uses }) => words.fleet.usedOf(used, uses) },
        { key: 'until', header: words.fleet.validUntil, cell: ({ validUntil }) => times.dateTime(validUntil) },
        {
          key: 'buttons',
          header: '',
          align: 'right',
          cell: (token) => (
            <PlainButton
              size="compact-xs"
              isSubtle
              aria-label={words.fleet.deleteToken(token.name)}
              onClick={() => void ask(token)}
            >
              {words.common.delete}
            </PlainButton>
          ),
        },
      ]}
    />
  );
}
