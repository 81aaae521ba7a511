import { Group, Stack, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { en } from '../language/en.js';

interface PageProps {
  readonly title: string;
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page's content: its title (also that of the browser's tab), its actions, its panels. */
export function Page({ title, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · ${en.product}`;
  }, [title]);
  return (
    <Stack gap="md">
      <Group justify="space-between" mih={30}>
        <Title order={1} style={{ overflowWrap: 'anywhere' }}>
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
      {children}
    </section>
  );
}
