/** Texts with those of another language, or of a hub, over them. */
export function overlaid<Texts extends object>(texts: Texts, others: object): Texts {
  const other = others as Readonly<Record<string, unknown>>;
  const entries = Object.entries(texts).map(([name, text]: [string, unknown]) => {
    const own = other[name];
    return [name, isTexts(text) ? overlaid(text, isTexts(own) ? own : {}) : (own ?? text)];
  });
  return Object.fromEntries(entries) as Texts;
}

const isTexts = (value: unknown): value is object => typeof value === 'object' && value !== null;
