import { words } from '../language/words.js';
import { reloadIfOther } from './reload-if-other.js';
import { notifyFailure } from './toasts.js';

const failed = new WeakSet<object>();

/**
 * Loads a part of the pages that somebody has asked for, such as a menu or a dialog. Undefined if it could not be loaded, which a
 * message says; after an upgrade the browser loads everything again, as for a page.
 */
export async function loadAsked<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch {
    notifyFailure(new Error(words.errors.notLoaded));
    void reloadIfOther(failed.has(load));
    failed.add(load);
    return undefined;
  }
}
