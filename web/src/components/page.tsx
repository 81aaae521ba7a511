import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHeadingFocus } from './heading-focus.js';
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
  const heading = useHeadingFocus<HTMLHeadingElement>();
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
