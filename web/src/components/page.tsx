import { Group, Stack, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useAsPageTitle } from './page-title.js';
import { PanelTitle } from './panel-title.js';

interface PageProps {
  readonly title: string;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page's content: its title (also in that of the browser's tab), its actions, its panels. */
export function Page({ title, actions, children }: PageProps) {
  useAsPageTitle(title);
  const heading = useHeadingFocus();
  return (
    <Stack gap="md" className="page">
      <Group justify="space-between" mih={30}>
        <Title order={1} ref={heading} tabIndex={-1} className="page-title">
          {title}
        </Title>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** A framed part of a page with a heading of its own. */
export function Panel({ title, actions, children }: Partial<PageProps>) {
  return (
    <section className="panel" aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <Group justify="space-between" mb="xs" mih={26}>
          <Title order={2}>{title}</Title>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      <PanelTitle value={title}>{children}</PanelTitle>
    </section>
  );
}

/** The path whose heading had the focus last; undefined until the first page is shown. */
let lastPath: string | undefined;

/**
 * Moves the focus to the heading of a page that the user has come to from another page, so that a screen reader reads
 * it and Tab continues in the page. The first page of a session leaves the focus where the browser puts it, and a page
 * that loads behind an open dialog leaves it in the dialog.
 */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const path = location.pathname;
    const isNew = lastPath !== undefined && lastPath !== path;
    lastPath = path;
    if (isNew && !document.activeElement?.closest('[role=dialog]')) heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
