import { useEffect, useRef } from 'react';

/** Calls back when a value is another than before, not for the first one. */
export function useOnChange(value: string | number | undefined, then: () => void): void {
  const known = useRef(value);
  useEffect(() => {
    if (known.current === value) return;
    known.current = value;
    then();
  });
}
