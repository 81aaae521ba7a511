import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useLocation } from 'react-router';

/** The navigation, which a phone opens over the page: it then has the focus, and Escape gives it back to the button. */
export function usePhoneNavigation() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const navigation = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  useEffect(close, [pathname, close]);
  useEffect(() => {
    if (!opened) return;
    opener.current = document.activeElement;
    navigation.current?.querySelector('a')?.focus();
  }, [opened]);
  return {
    opened,
    toggle,
    /** For the box of the navigation. */
    navbar: {
      ref: navigation,
      'data-opened': opened || undefined,
      onKeyDown: ({ key }: KeyboardEvent): void => {
        if (!opened || key !== 'Escape') return;
        close();
        if (opener.current instanceof HTMLElement) opener.current.focus();
      },
    },
  };
}
