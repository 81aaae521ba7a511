import { useEffect, useRef, type ReactNode } from 'react';

/** Sends the form in it or around it as soon as it is shown: for stories of what a form says after that. */
export function Sent({ children }: { readonly children?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = place.current?.closest('form') ?? place.current?.querySelector('form');
    form?.requestSubmit();
  }, []);
  return <div ref={place}>{children}</div>;
}
