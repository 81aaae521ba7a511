/** The narrow space that language/format.ts puts between a number and its unit. */
const SPACE = '\u202f';

/** A formatted value, with the unit smaller and dimmed so that the number stands out: `<Quantity text="9.02 A" />`. */
export function Quantity({ text }: { readonly text: string }) {
  const at = text.lastIndexOf(SPACE);
  if (at < 0 || text.indexOf(SPACE) !== at || text.endsWith(')')) return text;
  return (
    // Isolated, as a text from right to left around it would put the unit before the number.
    <bdi>
      {text.slice(0, at + 1)}
      <span className="unit">{text.slice(at + 1)}</span>
    </bdi>
  );
}
