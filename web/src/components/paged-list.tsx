import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { usePages } from '../api/queries.js';
import { words } from '../language/words.js';
import { ErrorNote } from './error-note.js';
import { Loading } from './loading.js';

interface PagedListProps<Entry> {
  readonly list: Pick<
    ReturnType<typeof usePages<unknown, Entry, object>>,
    'entries' | 'error' | 'isBusy' | 'hasOlder' | 'older'
  >;
  readonly children: (entries: readonly Entry[]) => ReactNode;
}

/** A list that is read page by page, with a button for older entries below it. */
export function PagedList<Entry>({ list, children }: PagedListProps<Entry>) {
  const { entries, error, isBusy, hasOlder, older } = list;
  return (
    <>
      <ErrorNote error={error} />
      {entries ? children(entries) : !error && <Loading />}
      {hasOlder && (
        <Group justify="center" mt="xs">
          <Button variant="default" loading={isBusy} onClick={older}>
            {words.common.older}
          </Button>
        </Group>
      )}
    </>
  );
}
