import { Group, Text, TextInput } from '@mantine/core';
import { useContext, useState, type ReactNode } from 'react';
import { compareNames } from '../language/format.js';
import { words } from '../language/words.js';
import { PanelTitle } from './panel-title.js';
import './data-table.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The value to sort by; without it the column cannot be sorted. */
  readonly sort?: (row: Row) => string | number;
  readonly align?: 'right';
  /** The column is hidden on a narrow screen. */
  readonly isMinor?: boolean;
  /** The CSS width; it keeps changing values from moving the columns. */
  readonly width?: string;
}

/** The rows that a bulk command is for. */
export interface Selection<Row> {
  /** The selected rows that the search and the filters show. */
  readonly chosen: readonly Row[];
  /** The number of selected rows that the search or a filter hides. */
  readonly hidden: number;
  readonly clear: () => void;
}

interface DataTableProps<Row> {
  /** The content of the table, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The name of the row, for the labels of its controls. */
  readonly rowName: (row: Row) => string;
  /** The text that is searched; without it there is no search field. */
  readonly searchText?: (row: Row) => string;
  /** More filters, at the right of the search. */
  readonly filters?: ReactNode;
  /** The commands for the selected rows; they stay in sight while the table is scrolled. */
  readonly bulk?: (selection: Selection<Row>) => ReactNode;
  /** The keys of the selected rows. */
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  /** True for a row that can be selected; absent: all can. */
  readonly isSelectable?: (row: Row) => boolean;
  /** The key of the column by which the rows are sorted at first, the highest first. */
  readonly sortedBy?: string | undefined;
  /** On a phone each row is one line. */
  readonly isList?: boolean | undefined;
  /** The text shown if there are no rows. */
  readonly empty?: string;
}

/** A table with more columns than this becomes a list of blocks already at a larger width. */
const FEW_COLUMNS = 4;

/** The table of all pages: search, filters, sorting, bulk select; a native table that works with the keyboard. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowName, searchText, filters, bulk, selected, onSelect } = props;
  const [search, setSearch] = useState('');
  const { sortedBy } = props;
  const isInOwnPanel = useContext(PanelTitle) === label;
  const [sorting, setSorting] = useState(sortedBy === undefined ? undefined : { key: sortedBy, down: true });
  const wanted = search.trim().toLowerCase();
  const found = searchText && wanted ? rows.filter((row) => searchText(row).toLowerCase().includes(wanted)) : rows;
  const column = columns.find(({ key }) => key === sorting?.key);
  const shown = column?.sort && sorting ? sorted(found, column.sort, sorting.down) : found;
  const isSelectable = props.isSelectable ?? (() => true);
  const shownKeys = shown.filter(isSelectable).map(rowKey);
  const allSelected = shownKeys.length > 0 && shownKeys.every((key) => selected?.has(key));
  const toggle = (keys: readonly string[], isOn: boolean): void => {
    const next = new Set(selected);
    for (const key of keys)
      if (isOn) next.add(key);
      else next.delete(key);
    onSelect?.(next);
  };

  /** The first click on a column of numbers sorts by the highest first, which is what they are sorted for. */
  const isFirstDown = (sort: (row: Row) => string | number): boolean =>
    found.length > 0 && found.every((row) => typeof sort(row) === 'number');

  const chosen = shown.filter((row) => selected?.has(rowKey(row)));
  const selection: Selection<Row> = {
    chosen,
    hidden: (selected?.size ?? 0) - chosen.length,
    clear: () => onSelect?.(new Set()),
  };

  return (
    <div>
      {(searchText !== undefined || filters !== undefined) && (
        <Group gap="xs" mb="xs" align="flex-end" className="data-table-filters">
          {searchText && (
            <TextInput
              type="search"
              aria-label={words.common.search}
              placeholder={words.common.searchFor}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
              w={220}
            />
          )}
          {filters}
        </Group>
      )}
      {bulk && <div className="data-table-bulk">{bulk(selection)}</div>}
      <div
        className="data-table"
        data-many={columns.length > FEW_COLUMNS || undefined}
        data-list={props.isList || undefined}
        data-bulk={bulk !== undefined || undefined}
        tabIndex={0}
        role={isInOwnPanel ? 'group' : 'region'}
        aria-label={label}
      >
        <table>
          <thead>
            <tr>
              {onSelect && (
                <th className="data-table-select" scope="col" data-label={words.common.selectAll}>
                  <Tick
                    label={words.common.selectAll}
                    isOn={allSelected}
                    isPartly={!allSelected && shownKeys.some((key) => selected?.has(key))}
                    onChange={(isOn) => toggle(shownKeys, isOn)}
                  />
                </th>
              )}
              {columns.map(({ key, header, sort, align, isMinor, width }) => (
                <th
                  key={key}
                  scope="col"
                  data-align={align}
                  data-minor={isMinor}
                  style={{ width }}
                  aria-sort={sorting?.key !== key ? undefined : sorting.down ? 'descending' : 'ascending'}
                >
                  {sort ? (
                    <button
                      type="button"
                      className="data-table-sort"
                      aria-label={words.common.sortBy(header)}
                      onClick={() =>
                        setSorting({ key, down: sorting?.key === key ? !sorting.down : isFirstDown(sort) })
                      }
                    >
                      {header}
                      <span className="data-table-arrow" aria-hidden>
                        {sorting?.key !== key ? '↕' : sorting.down ? '↓' : '↑'}
                      </span>
                    </button>
                  ) : (
                    header || <span className="visually-hidden">{words.common.edit}</span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={rowKey(row)} data-selected={selected?.has(rowKey(row)) || undefined}>
                {onSelect && (
                  <td className="data-table-select">
                    {isSelectable(row) && (
                      <Tick
                        label={words.common.select(rowName(row))}
                        isOn={selected?.has(rowKey(row)) ?? false}
                        onChange={(isOn) => toggle([rowKey(row)], isOn)}
                      />
                    )}
                  </td>
                )}
                {columns.map(({ key, header, cell, align, isMinor }, place) => (
                  <td
                    key={key}
                    data-key={key}
                    data-align={align}
                    data-minor={isMinor}
                    data-label={place > 0 && key !== 'name' && header ? header : undefined}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && (
          <Text p="md" c="dimmed" className="data-table-empty">
            {rows.length === 0 ? (props.empty ?? words.common.none) : words.common.nothingFound}
          </Text>
        )}
      </div>
    </div>
  );
}

interface TickProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isPartly?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A checkbox of the browser, because there is one in each row; a click anywhere in its cell toggles it. */
function Tick({ label, isOn, isPartly = false, onChange }: TickProps) {
  return (
    <label className="data-table-tick">
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        ref={(input) => {
          if (input) input.indeterminate = isPartly;
        }}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

function sorted<Row>(rows: readonly Row[], by: (row: Row) => string | number, down: boolean): Row[] {
  const compare = (a: string | number, b: string | number): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : compareNames(String(a), String(b));
  return rows.toSorted((a, b) => compare(by(a), by(b)) * (down ? -1 : 1));
}
