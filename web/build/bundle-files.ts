/** The members of a chunk that are used here; `viteMetadata` has the style sheets that it brings. */
export interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> };
}
export type Bundle = Readonly<
  Record<
    string,
    Chunk | { readonly type: 'asset'; readonly source?: unknown; readonly originalFileNames?: readonly string[] }
  >
>;

/** The chunks that have one of the wanted modules in them. */
export const chunksOf = (bundle: Bundle, isWanted: (module: string) => boolean): Chunk[] =>
  Object.values(bundle).flatMap((file) => (file.type === 'chunk' && file.moduleIds.some(isWanted) ? [file] : []));

/** The files of a chunk and of everything that is loaded with it. */
export function filesWith(
  bundle: Bundle,
  { fileName, imports, viteMetadata }: Chunk,
  found = new Set<string>(),
): Set<string> {
  if (found.has(fileName)) return found;
  found.add(fileName);
  for (const name of imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesWith(bundle, imported, found);
  }
  for (const css of viteMetadata?.importedCss ?? []) found.add(css);
  return found;
}
