import { useState } from 'react';

/** The number of times that a value has changed since it was first known; undefined is an unknown value. */
export function useChangeCount(value: string | undefined): number {
  const [known, setKnown] = useState({ value, count: 0 });
  if (known.value === value || value === undefined) return known.count;
  const next = { value, count: known.count + (known.value === undefined ? 0 : 1) };
  setKnown(next);
  return next.count;
}
