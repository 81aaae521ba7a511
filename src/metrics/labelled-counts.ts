import type { Labels, Sample } from './metric.js';

/** Limit of label sets, above the number of the product's codes, so that a mistake cannot fill the memory. */
const MAX_LABEL_SETS = 1000;

/** Counts since the start, one for each set of labels. */
export class LabelledCounts {
  readonly #counts = new Map<string, { readonly labels: Labels; value: number }>();

  add(labels: Labels): void {
    const key = Object.values(labels).join('\n');
    const count = this.#counts.get(key);
    if (count) count.value++;
    else if (this.#counts.size < MAX_LABEL_SETS) this.#counts.set(key, { labels, value: 1 });
  }

  get all(): readonly Sample[] {
    return [...this.#counts.values()];
  }
}

/** The code of the event or action of an audit record, as a label; it may be deleted before its record arrives. */
export function codeLabel(object: string, find: (id: string) => { readonly code: number }): string {
  try {
    return String(find(object.slice(object.indexOf(':') + 1)).code);
  } catch {
    return 'deleted';
  }
}
