import { Alert, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../api/queries.js';
import { ErrorNote } from '../../components/error-note.js';
import { Loading } from '../../components/loading.js';
import { Page, Panel } from '../../components/page.js';
import { words } from '../../language/words.js';
import { percent } from '../../language/format.js';
import { CapacityTable } from './capacity-table.js';
import { PlacementPanel } from './placement-panel.js';
import { WhatIfPanel, type WhatIf } from './what-if-panel.js';

/** Interval at which the tree is read again, ms: it has more than a glance can take in a second. */
const EVERY = 5_000;

/** The power tree, what a change would do to it, and where a new load fits. */
export default function CapacityPage() {
  const { data, error } = useApi('/api/capacity', { every: EVERY });
  const [whatIf, setWhatIf] = useState<WhatIf>();
  if (error && !data) return <ErrorNote error={error} />;
  if (!data) return <Loading />;
  const shown = whatIf ?? data;
  return (
    <Page title={words.titles.capacity}>
      {data.partial && <Text c="dimmed">{words.capacity.partial}</Text>}
      {data.nodes.length > 0 && (
        <Panel
          title={whatIf ? words.capacity.treeThen : words.capacity.tree}
          actions={
            whatIf && (
              <Button size="compact-sm" variant="default" onClick={() => setWhatIf(undefined)}>
                {words.capacity.showNow}
              </Button>
            )
          }
        >
          {whatIf && (
            <Alert color="yellow" variant="light" mb="sm" role="note">
              {words.capacity.calculated}
            </Alert>
          )}
          <CapacityTable nodes={shown.nodes} derating={shown.derating} />
          <Text size="sm" c="dimmed" mt="xs">
            {words.capacity.usable(percent(shown.derating * 100))}
          </Text>
        </Panel>
      )}
      <WhatIfPanel nodes={data.nodes} result={whatIf} onResult={setWhatIf} />
      {data.nodes.some(({ kind }) => kind === 'outlet') && <PlacementPanel nodes={data.nodes} />}
    </Page>
  );
}
