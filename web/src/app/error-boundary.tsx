import { Button, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { words } from '../language/words.js';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** The time after which the page is loaded again by itself, ms; absent where somebody is there to do it. */
  readonly reloadAfter?: number | undefined;
}

/** A replacement for a page that has thrown an error, so that the rest of the application continues. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(): void {
    const { reloadAfter } = this.props;
    if (reloadAfter !== undefined) setTimeout(() => location.reload(), reloadAfter);
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <Stack p="lg" align="flex-start" role="alert">
        <Title order={1}>{words.errors.crashedTitle}</Title>
        <Text>{words.errors.crashed}</Text>
        <Button onClick={() => location.reload()}>{words.errors.reload}</Button>
      </Stack>
    );
  }
}
