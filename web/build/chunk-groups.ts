import { join } from 'node:path';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const SOURCES = join(import.meta.dirname, '../src/');
const FIRST = join(SOURCES, 'main.ts');
/** The texts that everybody needs, the language of others being laid over them. */
const TEXTS = join(SOURCES, 'language/en/base.ts');
const FRAME = join(SOURCES, 'app/app.tsx');
/** The page that opens first. */
const RACK = join(SOURCES, 'pages/rack/rack-page.tsx');
const REACT = /\/node_modules\/(react|react-dom|scheduler)\//;
/** Fields with a list, of which most pages need one, in twenty files otherwise. */
const FIELDS = /\/node_modules\/(@mantine\/core\/esm\/components\/(Combobox|Select|MultiSelect|Switch)|@floating-ui)\//;

/** The own modules that are loaded with this one. */
function loadedWith(entry: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (found.has(entry) || !entry.startsWith(SOURCES)) return found;
  found.add(entry);
  for (const id of modules.getModuleInfo(entry)?.importedIds ?? []) loadedWith(id, modules, found);
  return found;
}

/** A group has its name for the modules that it wants, and with them what they import. */
const nameFor =
  (name: string, isWanted: (id: string, modules: Modules) => boolean) => (id: string, modules: Modules) =>
    isWanted(id, modules) ? name : null;

/**
 * The files that the modules of the frame, of the first page and of the fields are put into. Each file costs a request with its headers: by
 * itself the bundler makes one for each set of pages that share something, more than fifty for the rack. The groups exclude
 * each other in the order of their priorities; the other pages are divided by the bundler.
 */
export const chunkGroups = [
  { debugName: 'react', name: nameFor('react', (id) => REACT.test(id)), priority: 4 },
  {
    debugName: 'first',
    name: nameFor('first', (id, modules) => loadedWith(TEXTS, modules, loadedWith(FIRST, modules)).has(id)),
    priority: 3,
  },
  { debugName: 'frame', name: nameFor('frame', (id, modules) => loadedWith(FRAME, modules).has(id)), priority: 2 },
  {
    debugName: 'power',
    name: nameFor('power', (id, modules) => !id.includes('/pages/rack/') && loadedWith(RACK, modules).has(id)),
    priority: 1,
  },
  { debugName: 'fields', name: nameFor('fields', (id) => FIELDS.test(id)), priority: 0 },
];
