import { Text } from '@mantine/core';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { words } from '../../../language/words.js';
import { useSession } from '../../../session/session.js';
import type { OutletRow } from '../outlet-rows.js';
import { cellKey, CHOICES, type Column } from './table-cells.js';
import { choiceLabel, type OutletTableState } from './use-outlet-table.js';
import './outlet-table.css';

interface OutletTableProps {
  readonly rows: readonly OutletRow[];
  readonly columns: readonly Column[];
  readonly table: OutletTableState;
}

/**
 * The outlets as a table of fields. Enter and the arrows move as in a spreadsheet, Escape takes back what was typed into
 * a cell, and a block that is pasted fills the cells from the one with the focus.
 */
export function OutletTable({ rows, columns, table }: OutletTableProps) {
  const { rights } = useSession();
  const onPaste = (event: ClipboardEvent): void => {
    const place = placeOf(event.target);
    if (!place) return;
    const text = event.clipboardData.getData('text/plain');
    if (table.paste(text, place, ({ id }) => rights.maySwitch(id))) event.preventDefault();
  };
  return (
    <div className="outlet-table-frame">
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields have the focus, and the keys move between them */}
      <table className="outlet-table" onPaste={onPaste} onKeyDown={move}>
        <caption className="visually-hidden">{words.titles.outletTable}</caption>
        <thead>
          <tr>
            <th scope="col">{words.table.number}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {words.table.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.outletIndex}</th>
              {columns.map((column) => (
                <Cell key={column} row={row} column={column} table={table} mayChange={rights.maySwitch(row.id)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly row: OutletRow;
  readonly column: Column;
  readonly table: OutletTableState;
  readonly mayChange: boolean;
}

function Cell({ row, column, table, mayChange }: CellProps) {
  const place = { id: row.id, column };
  const key = cellKey(place);
  const error = table.errorOf(place);
  const id = `error ${key}`.replaceAll(' ', '-');
  const choices = CHOICES[column];
  const value = table.textOf(row, column);
  const shared = {
    'data-cell': key,
    'aria-label': words.table.cell(words.table.columns[column], String(row.outletIndex)),
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : id,
    value,
  };
  return (
    <td data-dirty={table.drafts.has(key) || undefined} data-column={column}>
      {choices ? (
        <select
          {...shared}
          disabled={!mayChange}
          onChange={({ currentTarget }) => table.set(row, column, currentTarget.value)}
        >
          {[...choices, ...(choices.includes(value) ? [] : [value])].map((choice) => (
            <option key={choice} value={choice}>
              {choiceLabel(column, choice)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          readOnly={!mayChange}
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => table.set(row, column, currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !table.drafts.has(key)) return;
            event.preventDefault();
            table.revert(row, column);
          }}
        />
      )}
      {error !== undefined && (
        <Text size="xs" id={id} className="outlet-table-error">
          {error}
        </Text>
      )}
    </td>
  );
}

function placeOf(target: EventTarget): { id: string; column: Column } | undefined {
  const key = target instanceof HTMLElement ? target.dataset['cell'] : undefined;
  const [id, column] = key?.split(' ') ?? [];
  return id !== undefined && column !== undefined ? { id, column: column as Column } : undefined;
}

/** Moves the focus to the cell above, below or beside; a list keeps its own arrows. */
function move(event: KeyboardEvent): void {
  const field = event.target;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return;
  if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = stepOf(event, field);
  if (!step) return;
  event.preventDefault(); // also for Enter, which would send the form
  const cell = field.closest('td');
  const line = cell?.parentElement;
  const place = line ? [...line.children].indexOf(cell) + step.columns : 0;
  const to = step.rows === 0 ? line : step.rows > 0 ? line?.nextElementSibling : line?.previousElementSibling;
  const next = to?.children[place]?.querySelector<HTMLInputElement | HTMLSelectElement>('input, select');
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

function stepOf(
  { key, shiftKey }: KeyboardEvent,
  field: HTMLInputElement | HTMLSelectElement,
): { rows: number; columns: number } | undefined {
  if (key === 'Enter') return { rows: shiftKey ? -1 : 1, columns: 0 };
  if (!(field instanceof HTMLInputElement) || shiftKey) return undefined;
  const { selectionStart, selectionEnd, value } = field;
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  const isAtStart = isAll || (selectionStart === 0 && selectionEnd === 0);
  const isAtEnd = isAll || selectionStart === value.length;
  if (key === 'ArrowDown') return { rows: 1, columns: 0 };
  if (key === 'ArrowUp') return { rows: -1, columns: 0 };
  const back = getComputedStyle(field).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
  if (key === back && isAtStart) return { rows: 0, columns: -1 };
  if (key !== back && key.startsWith('Arrow') && isAtEnd) return { rows: 0, columns: 1 };
  return undefined;
}
