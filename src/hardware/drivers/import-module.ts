import { pathToFileURL } from 'node:url';

/** Imports a module by its absolute path. It is a file of its own in the release too, whose bundle cannot import. */
export const importModule = (file: string): Promise<object> => import(pathToFileURL(file).href) as Promise<object>;
