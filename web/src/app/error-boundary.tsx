import { Button, Stack, Text } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { words } from '../language/words.js';

/** A replacement for a page that has thrown an error, so that the rest of the application continues. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <Stack p="lg" align="flex-start" role="alert">
        <Text>{words.errors.crashed}</Text>
        <Button onClick={() => location.reload()}>{words.errors.reload}</Button>
      </Stack>
    );
  }
}
