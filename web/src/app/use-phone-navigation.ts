import { useDisclosure } from '@mantine/hooks';
import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';

/** The navigation, which a phone opens over the page: it then has the focus, and Escape or a link gives it back. */
export function usePhoneNavigation() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const navigation = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const leave = useCallback(() => {
    close();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }, [close]);
  useEffect(close, [pathname, close]);
  useEffect(() => {
    if (!opened) return undefined;
    opener.current = document.activeElement;
    navigation.current?.querySelector('a')?.focus();
    // The path stays where it is if the link is that of this page, or if a form with changes refuses to be left.
    const onClick = ({ target }: MouseEvent): void => {
      if (target instanceof Element && navigation.current?.contains(target) && target.closest('a')) leave();
    };
    window.addEventListener('click', onClick, true); // before the form
    return () => window.removeEventListener('click', onClick, true);
  }, [opened, leave]);
  return {
    opened,
    toggle,
    /** For the box of the navigation. */
    navbar: {
      ref: navigation,
      'data-opened': opened || undefined,
      onKeyDown: ({ key }: KeyboardEvent): void => {
        if (opened && key === 'Escape') leave();
      },
    },
  };
}
