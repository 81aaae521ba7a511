import { useState } from 'react';
import { api, ApiFailure, type Schema } from '../../../api/client.js';
import { useChange } from '../../../api/queries.js';
import { words } from '../../../language/words.js';
import type { OutletRow } from '../outlet-rows.js';
import {
  cellKey,
  changesOf,
  labelsIn,
  messagesByCell,
  pasteAt,
  pastedCells,
  pastedText,
  storedText,
  withText,
  type Column,
  type Drafts,
  type Place,
} from './table-cells.js';

const NOTHING: Drafts = new Map();

/** The outlets while a user edits them as a table: typed texts, and one request for all of them. */
export function useOutletTable(rows: readonly OutletRow[], columns: readonly Column[]) {
  const [typed, setTyped] = useState(NOTHING);
  const [left, setLeft] = useState(0);
  const save = useChange(
    (changes: Schema['ImportOutletDto'][]) => api.patch('/api/outlets', { body: changes }),
    ['/api/groups'],
  );
  // A draft may equal a value that somebody else has stored meanwhile.
  const drafts: Drafts = new Map(
    [...typed].filter(([key, text]) => {
      const row = rows.find(({ id }) => key.startsWith(`${id} `));
      return row && storedText(row, key.slice(row.id.length + 1) as Column) !== text;
    }),
  );
  const changes = changesOf(rows, drafts);
  const refused =
    save.error instanceof ApiFailure && save.variables
      ? messagesByCell(save.error.details, save.variables, words.table.required)
      : undefined;
  const errorOf = (place: Place): string | undefined => {
    const key = cellKey(place);
    const text = drafts.get(key);
    if (text === undefined) return undefined;
    if (place.column === 'labels' && !labelsIn(text)) return words.table.labelsWrong;
    return refused?.get(key);
  };
  return {
    drafts,
    left,
    /** The number of outlets with changes. */
    outlets: changes.length,
    isChanged: drafts.size > 0,
    isSaving: save.isPending,
    /** The error of the last attempt, unless all of it stands at cells. */
    error: refused && refused.size > 0 ? null : save.error,
    hasWrong: [...drafts].some(([key, text]) => key.endsWith(' labels') && !labelsIn(text)),
    errorOf,
    textOf: (row: OutletRow, column: Column): string =>
      drafts.get(cellKey({ id: row.id, column })) ?? storedText(row, column),
    set: (row: OutletRow, column: Column, text: string): void => setTyped(withText(drafts, row, column, text)),
    revert: (row: OutletRow, column: Column): void => setTyped(withText(drafts, row, column, storedText(row, column))),
    /** Fills cells with a pasted block; false for a single text, which the browser inserts itself. */
    paste: (text: string, from: Place, mayChange: (row: OutletRow) => boolean): boolean => {
      const block = pastedCells(text);
      if (block.length <= 1 && (block[0]?.length ?? 0) <= 1) return false;
      const { cells, left: without } = pasteAt(block, rows, columns, from);
      const allowed = cells.filter(({ row }) => mayChange(row));
      const labelOf = (column: Column, value: string): string => choiceLabel(column, value);
      setTyped(
        allowed.reduce(
          (all, { row, column, text: cell }) => withText(all, row, column, pastedText(column, cell, labelOf)),
          drafts,
        ),
      );
      setLeft(without + cells.length - allowed.length);
      return true;
    },
    discard: (): void => {
      setTyped(NOTHING);
      setLeft(0);
      save.reset();
    },
    save: (onSaved: () => void): void =>
      save.mutate(changes, {
        onSuccess: () => {
          // Somebody may have typed on meanwhile.
          setTyped((now) => new Map([...now].filter(([key, text]) => drafts.get(key) !== text)));
          setLeft(0);
          onSaved();
        },
      }),
  };
}

export type OutletTableState = ReturnType<typeof useOutletTable>;

/** The label of a choice, such as "Locked" for `locked`. */
export function choiceLabel(column: Column, value: string): string {
  const labels: Partial<Record<Column, Readonly<Record<string, string>>>> = {
    protection: words.outlets.protectionLabels,
    pwrOnState: words.outlets.powerOnStates,
  };
  return labels[column]?.[value] ?? value;
}
