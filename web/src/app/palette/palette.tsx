import { Modal, Text, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from '../../components/icons.js';
import { words } from '../../language/words.js';
import type { PageRow } from '../pages.js';
import { recentIds, remember } from './recent.js';
import { search } from '../../components/search.js';
import { useEntries, type Entry } from './use-entries.js';
import './palette.css';

const SHOWN = 30;

interface PaletteProps {
  /** The pages that this user may open. */
  readonly pages: readonly PageRow[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** A search over everything that has a name, and a line for commands. */
export default function Palette({ pages, opened, onClose }: PaletteProps) {
  const { entries, dialog } = useEntries(pages);
  const run = (entry: Entry): void => {
    remember(entry.id);
    onClose();
    // The dialog of the palette has to be gone before a question opens or a page takes the focus.
    setTimeout(entry.run);
  };
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        title={words.palette.title}
        closeButtonProps={{ 'aria-label': words.common.close }}
        transitionProps={{ duration: 0 }}
        returnFocus={false}
        size="lg"
      >
        <Finder entries={entries} onRun={run} />
      </Modal>
      {dialog}
    </>
  );
}

/** The entries shown for a query; for none those used last, then the pages. */
function shownFor(query: string, entries: readonly Entry[], recent: readonly string[]): readonly Entry[] {
  if (query.trim() !== '') return search(entries, query, recent, SHOWN);
  const last = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
  const pages = entries.filter((entry) => entry.rank === 0 && !last.includes(entry));
  return [...last, ...pages].slice(0, SHOWN);
}

function Finder({ entries, onRun }: { readonly entries: readonly Entry[]; readonly onRun: (entry: Entry) => void }) {
  const [query, setQuery] = useState('');
  // The chosen entry stays chosen while others come and go above it, as alarms do.
  const [active, setActive] = useState<string>();
  const [recent] = useState(recentIds);
  const list = useId();
  const shown = shownFor(query, entries, recent);
  const place = Math.max(
    0,
    shown.findIndex(({ id }) => id === active),
  );
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest' });
  }, [place]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = shown.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: place >= last ? 0 : place + 1,
      ArrowUp: place <= 0 ? last : place - 1,
      PageDown: Math.min(last, place + 8),
      PageUp: Math.max(0, place - 8),
    };
    const next = moves[event.key];
    const entry = shown[place];
    if (next !== undefined) setActive(shown[next]?.id);
    else if (event.key === 'Enter' && entry && !event.nativeEvent.isComposing) onRun(entry);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <TextInput
        size="md"
        role="combobox"
        aria-label={words.palette.field}
        aria-expanded={shown.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? `${list}-${place}` : undefined}
        placeholder={words.palette.example}
        leftSection={<Icon name="search" />}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ currentTarget: { value } }) => {
          setQuery(value);
          setActive(shownFor(value, entries, recent)[0]?.id);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <ul className="palette-list" role="listbox" id={list} aria-label={words.palette.results}>
        {shown.map((entry, number) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the focus is in the field, whose keys choose
          <li
            key={entry.id}
            id={`${list}-${number}`}
            ref={number === place ? current : undefined}
            role="option"
            aria-selected={number === place}
            className="palette-entry"
            onClick={() => onRun(entry)}
            onMouseMove={() => setActive(entry.id)}
          >
            <Icon name={entry.icon} />
            <bdi className="palette-label">{entry.label}</bdi>
            <span className="palette-hint">{entry.hint}</span>
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt={8} className="palette-foot">
        <span role="status">{shown.length === 0 ? words.palette.nothing : words.palette.count(shown.length)}</span>
        <span aria-hidden="true" className="mantine-visible-from-sm">
          {words.palette.keys}
        </span>
      </Text>
    </>
  );
}
