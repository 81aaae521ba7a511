import { Button, Stack, Text, Title } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { NotLoaded } from '../components/loaded-once.js';
import { reloadIfOther } from '../components/reload-if-other.js';
import { words } from '../language/words.js';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** The time after which the page is loaded again by itself, ms; absent where somebody is there to do it. */
  readonly reloadAfter?: number | undefined;
}

type Failure = 'crashed' | 'notLoaded';

interface State {
  readonly failure: Failure | undefined;
}

/**
 * A replacement for a page that has thrown an error, so that the rest of the application continues. A page whose file could not
 * be loaded is tried again; after an upgrade, which has replaced the file, the browser loads everything again.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failure: undefined };
  #isSecondTry = false;

  static getDerivedStateFromError(error: unknown): State {
    return { failure: error instanceof NotLoaded ? 'notLoaded' : 'crashed' };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof NotLoaded) error.forget();
    const { reloadAfter } = this.props;
    if (reloadAfter !== undefined) setTimeout(() => location.reload(), reloadAfter);
    else if (error instanceof NotLoaded) void reloadIfOther(this.#isSecondTry);
  }

  readonly #again = (): void => {
    this.#isSecondTry = true;
    this.setState({ failure: undefined });
  };

  override render(): ReactNode {
    const { failure } = this.state;
    if (failure === undefined) return this.props.children;
    const isLoaded = failure === 'crashed';
    return (
      <Stack p="lg" align="flex-start" role="alert">
        <Title order={1}>{isLoaded ? words.errors.crashedTitle : words.errors.notLoadedTitle}</Title>
        <Text>{isLoaded ? words.errors.crashed : words.errors.pageNotLoaded}</Text>
        <Button onClick={isLoaded ? () => location.reload() : this.#again}>
          {isLoaded ? words.errors.reload : words.offline.again}
        </Button>
      </Stack>
    );
  }
}
