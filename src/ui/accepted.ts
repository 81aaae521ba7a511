import { SUFFIX, type Encoding, type UiAsset } from './ui-build.js';

/** The form of a file that a client understands: the best of its ready-made compressed ones, else the file itself. */
export function acceptedForm(asset: UiAsset, accepts: string | undefined): { path: string; encoding?: Encoding } {
  const names = (accepts ?? '').split(',').map((part) => part.trim().toLowerCase());
  const encoding = asset.encodings.find((each) => names.some((name) => accepted(name, each)));
  return encoding ? { path: asset.path + SUFFIX[encoding], encoding } : { path: asset.path };
}

/** `br`, `br;q=0.5`, but not `br;q=0`. */
const accepted = (part: string, encoding: string): boolean => {
  const [name, quality] = part.split(';');
  return name?.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality ?? '');
};

/** True for what a browser sends when somebody opens an address. */
export const wantsPage = (accepts: string | undefined): boolean => accepts?.includes('text/html') === true;
