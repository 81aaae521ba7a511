import { useState, type ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Loading } from './loading.js';

interface WhenReadProps {
  /** The first reads of the panels; each panel makes its own again, which costs no second request. */
  readonly reads: readonly Pick<UseQueryResult, 'isLoading'>[];
  readonly children: ReactNode;
}

/**
 * Draws panels at once when each of their reads has an answer or a failure, so that none moves those below it. Then they
 * stay: a later failure must not take what a user has typed.
 */
export function WhenRead({ reads, children }: WhenReadProps) {
  const [isShown, setShown] = useState(false);
  const isRead = isShown || reads.every(({ isLoading }) => !isLoading);
  if (isRead && !isShown) setShown(true);
  return isRead ? children : <Loading />;
}
