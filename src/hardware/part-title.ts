/**
 * A part in a sentence to somebody who has nothing else before them: "Outlet 7 (db-master)", or "Outlet 7" alone.
 * @param number the part by its number on the enclosure
 * @param name the name that an operator has given it, if any
 */
export const partTitle = (number: string, name: string | undefined): string =>
  name === undefined || name === number ? number : `${number} (${name})`;

/**
 * Words about a part by its id; undefined for an id that no part has.
 * @param find the part with an id
 */
export const byId =
  <Part>(find: (id: string) => Part | undefined, words: (part: Part) => string | undefined) =>
  (id: string): string | undefined => {
    const part = find(id);
    return part && words(part);
  };
