import { useEffect } from 'react';
import { useLocation } from 'react-router';
import './found-setting.css';

/**
 * Leads to the field of the setting, or to another part of the page, that the address names after `#`: it is scrolled to,
 * gets the focus and is highlighted for a while.
 */
export function useFoundSetting(isShown: boolean): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    if (!isShown || !hash.startsWith('#setting-')) return undefined;
    const field = document.getElementById(hash.slice(1));
    if (!field) return undefined; // it belongs to another form of the page
    const frame = field.closest('.mantine-InputWrapper-root, .mantine-Switch-root') ?? field;
    // The heading of a new page takes the focus first.
    const timer = setTimeout(() => {
      field.focus({ preventScroll: true });
      frame.scrollIntoView({ block: 'center' });
      frame.classList.add('found-setting');
    });
    return () => {
      clearTimeout(timer);
      frame.classList.remove('found-setting');
    };
  }, [isShown, hash, key]);
}
