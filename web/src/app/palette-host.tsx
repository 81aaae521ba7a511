import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Icon } from '../components/icons.js';
import { loadAsked } from '../components/load-asked.js';
import { whenIdle } from '../components/when-idle.js';
import { loadWords, words } from '../language/words.js';
import type { PageRow } from './pages.js';

const load = async () => {
  await loadWords('palette', 'automation', 'groups', 'network', 'relays', 'system', 'users');
  return (await import('./palette/palette.js')).default;
};

/** True where a key is a letter of what somebody types, or belongs to a dialog. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null;

/** The button of the command palette with its keys: Ctrl or ⌘ with K everywhere, and / outside of fields. */
export function PaletteHost({ pages }: { readonly pages: readonly PageRow[] }) {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<Awaited<ReturnType<typeof load>>>();
  const opener = useRef<Element | null>(null);
  const open = useCallback((): void => {
    opener.current = document.activeElement;
    setOpen(true);
    void loadAsked(load).then((loaded) => (loaded ? setPalette(() => loaded) : setOpen(false)));
  }, []);
  const close = (): void => {
    setOpen(false);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  useEffect(() => {
    whenIdle(() => {
      load().then(
        (loaded) => setPalette(() => loaded),
        () => undefined, // it is loaded again when it is opened
      );
    });
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isK = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k';
      const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTaken(event.target);
      if ((!isK && !isSlash) || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [open]);
  return (
    <>
      <Button
        variant="default"
        px={8}
        aria-label={words.shell.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        title={words.shell.searchKeys}
        onClick={open}
      >
        <Icon name="search" />
      </Button>
      {Palette && <Palette pages={pages} opened={isOpen} onClose={close} />}
    </>
  );
}
