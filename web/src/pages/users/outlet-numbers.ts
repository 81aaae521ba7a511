interface Numbered {
  readonly id: string;
  readonly outletIndex: number;
}

/**
 * The outlets of a text such as `9-11, 14`, each once, in their order. Undefined if a part of it is no number or range,
 * or names an outlet that there is not.
 */
export function outletsIn<Outlet extends Numbered>(text: string, outlets: readonly Outlet[]): Outlet[] | undefined {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== '');
  const wanted = new Set<number>();
  const known = new Set(outlets.map(({ outletIndex }) => outletIndex));
  for (const part of parts) {
    const [, first = '', last = first] = /^(\d{1,4})(?:[-–](\d{1,4}))?$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last)];
    if (first === '' || to < from) return undefined;
    for (let index = from; index <= to; index++) {
      if (!known.has(index)) return undefined;
      wanted.add(index);
    }
  }
  return outlets.filter(({ outletIndex }) => wanted.has(outletIndex));
}
