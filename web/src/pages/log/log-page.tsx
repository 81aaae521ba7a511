import { Button, Group, Select } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { DataTable } from '../../parts/data-table.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Waiting } from '../../parts/waiting.js';
import { logColumns } from './log-columns.js';
import { useLog } from './use-log.js';

const KINDS = Object.entries(en.log.kinds).map(([value, label]) => ({ value: `${value}.`, label }));

/** Who did what: the audit log, newest first. */
export default function LogPage() {
  const { times } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const kind = parameters.get('kind') ?? '';
  const { entries, error, isBusy, hasOlder, older, refresh } = useLog(kind);
  return (
    <Page
      title={en.titles.log}
      actions={
        <Button variant="default" onClick={refresh}>
          {en.log.refresh}
        </Button>
      }
    >
      <ErrorNote error={error} />
      {entries ? (
        <DataTable
          label={en.titles.log}
          columns={logColumns(times)}
          rows={entries}
          rowKey={({ id }) => String(id)}
          rowName={({ kind: what, object }) => `${what} ${object}`}
          searchText={({ kind: what, object, who, address, result, before, after }) =>
            [what, object, who, address, result, JSON.stringify(before), JSON.stringify(after)].join(' ')
          }
          filters={
            <Select
              aria-label={en.log.kind}
              data={[{ value: '', label: en.log.anyKind }, ...KINDS]}
              value={kind}
              onChange={(value) => setParameters(value ? { kind: value } : {})}
              allowDeselect={false}
              w={180}
            />
          }
          empty={en.log.empty}
        />
      ) : (
        !error && <Waiting />
      )}
      {hasOlder && (
        <Group justify="center">
          <Button variant="default" loading={isBusy} onClick={older}>
            {en.log.older}
          </Button>
        </Group>
      )}
    </Page>
  );
}
