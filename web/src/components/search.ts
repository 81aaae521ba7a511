/** An object that can be found: the texts are the names under which it is known, the first is the one that is shown. */
export interface Searched {
  readonly id: string;
  readonly texts: readonly string[];
  /** The lower rank comes first among equally good matches. */
  readonly rank: number;
}

const [EXACT, PREFIX, INSIDE, SPREAD] = [8, 6, 3, 1];
/** For a text that begins with the whole query. */
const BEGINS = 4;

/** The entries that match every word of the query, the best first; of equal ones those used last, then by rank. */
export function search<Entry extends Searched>(
  entries: readonly Entry[],
  query: string,
  recent: readonly string[],
  limit: number,
): Entry[] {
  const place = ({ id }: Entry): number => {
    const found = recent.indexOf(id);
    return found < 0 ? recent.length : found;
  };
  return entries
    .map((entry) => ({ entry, score: Math.max(0, ...entry.texts.map((text) => scoreOf(query, text))) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || place(a.entry) - place(b.entry) || a.entry.rank - b.entry.rank)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** The quality of a match: the mean of the best matches of the words of the query; 0 if one of them has none. */
export function scoreOf(query: string, text: string): number {
  const [wanted, known] = [wordsOf(query), wordsOf(text)];
  if (wanted.length === 0) return 0;
  const scores = wanted.map((word) => Math.max(0, ...known.map((other) => wordScore(word, other))));
  if (scores.includes(0)) return 0;
  const sum = scores.reduce((total, score) => total + score, 0);
  return sum / scores.length + (known.join(' ').startsWith(wanted.join(' ')) ? BEGINS : 0);
}

function wordScore(word: string, known: string): number {
  if (known === word) return EXACT;
  if (known.startsWith(word)) return PREFIX;
  if (known.includes(word)) return INSIDE;
  return word.length > 2 && isSpread(word, known) ? SPREAD : 0;
}

/** True if the letters are in a word in this order, with others between them: "hpv" in "hypervisor". */
function isSpread(letters: string, word: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = word.indexOf(letter, from);
    if (at < 0) return false;
    from = at + letter.length;
  }
  return letters.startsWith(word.charAt(0));
}

/** The words of a text in lower case, without accents; addresses stay whole. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s,;()“”"]+/)
    .filter(Boolean);
