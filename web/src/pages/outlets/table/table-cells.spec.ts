import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import type { OutletRow } from '../outlet-rows.js';
import {
  cellKey,
  changesOf,
  COLUMNS,
  labelsIn,
  messagesByCell,
  pasteAt,
  pastedCells,
  pastedText,
  storedText,
  withText,
  type Drafts,
} from './table-cells.js';

const row = (outletIndex: number, more: Partial<OutletRow> = {}): OutletRow => ({
  id: `${outletIndex}-7`,
  outletIndex,
  outletName: `Outlet ${outletIndex}`,
  receptacle: 'C13',
  state: 'ON',
  protection: 'none',
  pwrOnState: 'PREV',
  customRebootTimeEnabled: false,
  customRebootTime: 5,
  bankId: '1',
  bankName: 'Bank 1',
  groups: [],
  isRebooting: false,
  hasFailed: false,
  ...more,
});
const rows = [row(1, { device: { name: 'Router', rackUnit: 4 }, labels: { tenant: 'blue' } }), row(2), row(3)];
const nothing: Drafts = new Map();
const [first, second] = rows as [OutletRow, OutletRow, OutletRow];
const at = (place: OutletRow, column: (typeof COLUMNS)[number]) => ({ id: place.id, column });

describe('the table of outlets', () => {
  it('shows what is stored as texts', () => {
    expect(COLUMNS.map((column) => storedText(first, column))).toEqual([
      ...['Outlet 1', 'Router', '', 'tenant=blue', 'none', 'PREV', '', '', '4', ''],
    ]);
    expect(storedText(row(4, { customRebootTimeEnabled: true, customRebootTime: 30 }), 'offTime')).toBe('30');
  });

  it('forgets a draft that equals what is stored', () => {
    const changed = withText(nothing, first, 'name', 'Core');
    expect(changed.get(cellKey(at(first, 'name')))).toBe('Core');
    expect(withText(changed, first, 'name', 'Outlet 1')).toEqual(nothing);
  });

  it('sends only what differs, null for what is emptied, and no labels that stay away', () => {
    let drafts = withText(nothing, first, 'device', '');
    drafts = withText(drafts, first, 'labels', 'row=7; room = B 2');
    drafts = withText(drafts, second, 'offTime', '30');
    drafts = withText(drafts, second, 'protection', 'locked');
    expect(changesOf(rows, drafts)).toEqual([
      { id: '1-7', device: { name: null }, labels: { row: '7', room: 'B 2', tenant: null } },
      { id: '2-7', protection: 'locked', customRebootTimeEnabled: true, customRebootTime: '30' },
    ]);
  });

  it('takes a block from a spreadsheet from a cell to the right and down, and counts what has no place', () => {
    const block = pastedCells('Mail\t10.0.0.1\r\n"Two\tlines"\t10.0.0.2\r\n');
    const { cells, left } = pasteAt(block, rows, COLUMNS, at(second, 'device'));
    expect(cells.map(({ row: { id }, column, text }) => [id, column, text])).toEqual([
      ['2-7', 'device', 'Mail'],
      ['2-7', 'address', '10.0.0.1'],
      ['3-7', 'device', 'Two\tlines'],
      ['3-7', 'address', '10.0.0.2'],
    ]);
    expect(left).toBe(0);
    expect(pasteAt(block, rows, COLUMNS, at(rows[2] as OutletRow, 'feed')).left).toBe(3);
  });

  it('takes a block with the numbers of outlets by these, with or without titles', () => {
    for (const title of ['', 'Outlet\tName\n']) {
      const block = pastedCells(`${title}3\tDisk\tNAS\n1\tCore\tSwitch\n`);
      const { cells } = pasteAt(block, rows, ['name', 'device', 'address'], at(second, 'address'));
      expect(cells.map(({ row: { id }, column, text }) => [id, column, text])).toEqual([
        ['3-7', 'name', 'Disk'],
        ['3-7', 'device', 'NAS'],
        ['1-7', 'name', 'Core'],
        ['1-7', 'device', 'Switch'],
      ]);
    }
  });

  it('reads a choice by its word or its label', () => {
    const labelOf = (): string => 'Gesperrt';
    expect(pastedText('protection', 'LOCKED', (_, value) => value)).toBe('locked');
    expect(pastedText('protection', ' gesperrt ', labelOf)).toBe('none'); // the first with that label
    expect(pastedText('protection', 'other', (_, value) => value)).toBe('other');
    expect(pastedText('name', ' LOCKED ', labelOf)).toBe('LOCKED');
  });

  it('reads labels, and knows what is none', () => {
    expect(labelsIn('a=1;b= two words ;')).toEqual({ a: '1', b: 'two words' });
    expect(labelsIn('A=1')).toBeUndefined();
    expect(labelsIn('a')).toBeUndefined();
  });

  it('brings the messages of the server to their cells', () => {
    const changes = [{ id: '2-7' }, { id: '1-7' }];
    const details = [
      { field: '1.device.address', message: 'address must be a host name or an IP address, or null.' },
      { field: '0.customRebootTime', message: 'customRebootTime must be a whole number from 1 to 3600.' },
      { field: '0.labels', message: 'Too many.' },
      { field: '', message: 'Something else.' },
    ];
    expect([...messagesByCell(details, changes, (what) => `Must be ${what}`)]).toEqual([
      ['1-7 address', 'Must be a host name or an IP address, or null.'],
      ['2-7 offTime', 'Must be a whole number from 1 to 3600.'],
      ['2-7 labels', 'Too many.'],
    ]);
    const german = [
      { field: '0.customRebootTime', message: 'Erforderlich für customRebootTime: eine ganze Zahl von 1 bis 60.' },
    ];
    expect([...messagesByCell(german, changes, (what) => `Erforderlich: ${what}`).values()]).toEqual([
      'Erforderlich: eine ganze Zahl von 1 bis 60.',
    ]);
  });

  it('fills no cell twice and loses no pasted cell', () => {
    const text = fc.stringMatching(/^[a-z]{0,4}$/);
    fc.assert(
      fc.property(
        fc.array(fc.array(text, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...rows),
        fc.constantFrom(...COLUMNS),
        (block, place, column) => {
          const { cells, left } = pasteAt(block, rows, COLUMNS, at(place, column));
          const keys = cells.map((cell) => cellKey({ id: cell.row.id, column: cell.column }));
          expect(new Set(keys).size).toBe(keys.length);
          expect(cells.length + left).toBe(block.flat().length);
        },
      ),
    );
  });
});
