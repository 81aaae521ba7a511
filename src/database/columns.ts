import { Column, type ColumnOptions, type DataSource, type DataSourceOptions } from 'typeorm';

/**
 * The columns of numbers and bytes, by what they hold. Entities name no type of a database: SQLite has one type for all
 * whole numbers and one for all others, while PostgreSQL's `integer` ends at 2³¹, which is 25 days in milliseconds, and
 * its `real` has seven digits.
 */

/** A whole number below 2³¹, such as a count or a code. */
export const Whole = (options: ColumnOptions = {}): PropertyDecorator => Column('integer', options);

/** A whole number that may be greater, up to 2⁵³, such as an id that is composed of several numbers. */
export const Long = (options: ColumnOptions = {}): PropertyDecorator => Column('bigint', options);

/** A moment of the wall clock, ms since 1970. */
export const Moment = Long;

/** A time, ms. */
export const Duration = Long;

/** Any number, with the 15 digits that JavaScript has. */
export const Double = (options: ColumnOptions = {}): PropertyDecorator =>
  Column({ ...options, type: 'double precision' });

/** Bytes, as a `Buffer`. */
export const Bytes = (options: ColumnOptions = {}): PropertyDecorator => Column({ ...options, type: 'blob' });

/** The names that a database has for the types above, where they are others. */
const NAMES: Partial<Record<DataSourceOptions['type'], Readonly<Record<string, string>>>> = {
  sqlite: { bigint: 'integer', 'double precision': 'real' },
  postgres: { blob: 'bytea', integer: 'bigint' },
};

/** Makes a connection that is not open yet use its own names for the types of these columns. */
export function withColumnTypes(source: DataSource): DataSource {
  const names = NAMES[source.options.type] ?? {};
  const { driver } = source;
  const normalize = driver.normalizeType.bind(driver);
  driver.normalizeType = (column) => {
    const name = normalize(column);
    return names[String(column.type)] ?? names[name] ?? name;
  };
  return source;
}
