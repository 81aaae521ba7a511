import { useSearchParams } from 'react-router';

/** Filters of a page that are in its address, so that a link shows the same. */
export function useAddressFilters<Name extends string>(names: readonly Name[]) {
  type Filter = Readonly<Partial<Record<Name, string>>>;
  const [parameters, setParameters] = useSearchParams();
  const filter = Object.fromEntries(
    names.flatMap((name) => (parameters.get(name) ? [[name, parameters.get(name) ?? '']] : [])),
  ) as Filter;
  const choose = (change: Filter): void => {
    setParameters((before) => {
      const next = new URLSearchParams(before);
      for (const [name, value] of Object.entries<string | undefined>(change)) {
        if (!value) next.delete(name);
        else next.set(name, value);
      }
      return next;
    });
  };
  return { filter, choose };
}
