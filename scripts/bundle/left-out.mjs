/** Read by its path from `dist`. */
export const SQLITE_BINARY = 'sqlite3/build/Release/node_sqlite3.node';

/** Optional packages that frameworks load only if installed, which they are not. */
export const ABSENT = [
  '@css-inline/css-inline',
  '@fastify/static',
  '@fastify/view',
  '@google-cloud/spanner',
  '@mikro-orm/core',
  '@nestjs/microservices',
  '@nestjs/mongoose',
  '@nestjs/platform-socket.io',
  '@nestjs/sequelize',
  '@sap/hana-client',
  'better-sqlite3',
  'bufferutil',
  'cache-manager',
  'class-transformer/storage',
  'cpu-features',
  'expo-sqlite',
  'hdb-pool',
  'ioredis',
  'mongodb',
  'mssql',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'react-native-sqlite-storage',
  'redis',
  'sql.js',
  'sqlite',
  'typeorm-aurora-data-api-driver',
  'utf-8-validate',
];

/** Packages that are imported but never called here; each would only cost memory and time at the start. */
const UNUSED = [
  /\/typeorm\/driver\/(?!sqlite\/|sqlite-abstract\/|postgres\/|types\/|[A-Z])[^/]+\/[A-Z]\w+(Driver|QueryRunner)\.js$/, // other databases
  /\/libphonenumber-js\//, // class-validator, for @IsPhoneNumber
  /\bnode_modules\/cron\//, // @nestjs/schedule, for @Cron: the one interval is no cron job
  /\/@nestjs\/common\/file-stream\/optional\.js$/,
];

const STUB = `module.exports = new Proxy({ __esModule: true }, { get: (own, name) => own[name] ?? class Unused {
  constructor() { throw new Error(String(name) + ' is not part of this release.'); } } });`;

/** Character sets of East Asia, half a megabyte of tables: no body is decoded by a library that would use them. */
const WIDE_CHARSETS = /\/iconv-lite\/encodings\/dbcs-data\.js$/;

/** The frameworks use only these of their 2,500 media types; every file is served with an explicit type. */
const MIME_TYPES = /\/mime-db\/db\.json$/;
const MIME_TYPES_USED = [
  'application/json',
  'application/octet-stream',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/csv',
  'text/html',
  'text/plain',
];

/** The framework's loggers, which ours replaces, create a formatter of dates, which takes 10 ms. */
const LOGGER = /\/@nestjs\/common\/services\/(console-)?logger\.service\.js$/;
const FORMATTER = /const dateTimeFormatter = (new Intl\.DateTimeFormat\([^;]+\));/;

/**
 * Marks what a library has deprecated, for the developers of its users. For the place of each it asks the engine, which
 * counts all lines of the one file for that.
 */
const DEPRECATIONS = /\/depd\/index\.js$/;
const NO_DEPRECATIONS = `module.exports = () =>
  Object.assign(() => undefined, { function: (deprecated) => deprecated, property: () => undefined });`;

/** The path of the native add-on in this release, instead of a search in a dozen places. */
const SQLITE_BINDING = /\/sqlite3\/lib\/sqlite3-binding\.js$/;

/** True for a file of which nothing gets into the bundle. */
export const isUnused = (path) => UNUSED.some((unused) => unused.test(path));

/** The text of a file for the bundle. */
export function leanText(path, text) {
  if (isUnused(path)) return STUB;
  if (WIDE_CHARSETS.test(path)) return 'module.exports = {};';
  if (DEPRECATIONS.test(path)) return NO_DEPRECATIONS;
  if (SQLITE_BINDING.test(path)) return `module.exports = require('../node_modules/${SQLITE_BINARY}');`;
  if (MIME_TYPES.test(path)) {
    const all = JSON.parse(text);
    return JSON.stringify(Object.fromEntries(MIME_TYPES_USED.map((type) => [type, all[type]])));
  }
  if (LOGGER.test(path)) {
    if (!FORMATTER.test(text)) throw new Error(`${path} has another formatter than it had.`);
    return text.replace(FORMATTER, 'const dateTimeFormatter = { format: (at) => $1.format(at) };');
  }
  return text;
}
