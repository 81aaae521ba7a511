/** A statement that writes, and the values of its parameters. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Statements of which none needs the result of another, and what follows once they are durable. */
export interface Writes {
  readonly statements: readonly Statement[];
  readonly committed?: () => void;
  /** The ids that their new rows will have, where these are known beforehand. */
  readonly ids?: readonly number[];
}

/**
 * A transaction of these statements as one text, for `exec`, which has no parameters. Texts are written as hexadecimal
 * digits, so nothing that a user has entered can be read as SQL.
 */
export const transactionText = (statements: readonly Statement[]): string =>
  ['BEGIN', ...statements.map(withLiterals), 'COMMIT'].join(';\n');

function withLiterals({ sql, values }: Statement): string {
  const [begin = '', ...parts] = sql.split('?');
  if (parts.length !== values.length) throw new Error(`A value for each parameter is needed: ${sql}`);
  return begin + parts.map((part, place) => literalOf(values[place]) + part).join('');
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'string') return `CAST(x'${Buffer.from(value).toString('hex')}' AS TEXT)`;
  throw new TypeError(`A ${typeof value} cannot be written into a statement.`);
}
