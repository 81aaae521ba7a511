import { useEffect, useRef } from 'react';

/** The path whose heading had the focus last; undefined until the first page is shown. */
let lastPath: string | undefined;

/**
 * Moves the focus to the heading of a page that the user has come to from another page, so that a screen reader reads
 * it and Tab continues in the page. The first page of a session leaves the focus where the browser puts it, and a page
 * that loads behind an open dialog leaves it in the dialog.
 */
export function useHeadingFocus<Heading extends HTMLElement>() {
  const heading = useRef<Heading>(null);
  useEffect(() => {
    const path = location.pathname;
    const isNew = lastPath !== undefined && lastPath !== path;
    lastPath = path;
    if (isNew && !document.activeElement?.closest('[role=dialog]')) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
