import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Read from node_modules beside the bundle: native code, and files that are served or read as they are. */
export const OUTSIDE = ['sqlite3', '@node-rs/argon2', 'swagger-ui-dist', '@zxcvbn-ts/language-common'];

/** What frameworks load only where it is installed, and it is not. */
const ABSENT = [
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
  'pg',
  'pg-native',
  'pg-query-stream',
  'react-native-sqlite-storage',
  'redis',
  'sql.js',
  'sqlite',
  'typeorm-aurora-data-api-driver',
  'utf-8-validate',
];

/** Installed and imported, but nothing of it is ever called here; each would only cost memory and time at the start. */
const UNUSED = [
  /\/typeorm\/driver\/(?!sqlite\/|sqlite-abstract\/|types\/|[A-Z])[^/]+\/[A-Z]\w+(Driver|QueryRunner)\.js$/, // other databases
  /\/libphonenumber-js\//, // class-validator, for @IsPhoneNumber
  /\/node_modules\/cron\//, // @nestjs/schedule, for @Cron: the one interval is no cron job
  /\/@nestjs\/common\/file-stream\/optional\.js$/,
];

const STUB = `module.exports = new Proxy({ __esModule: true }, { get: (own, name) => own[name] ?? class Unused {
  constructor() { throw new Error(String(name) + ' is not part of this release.'); } } });`;

/**
 * Leaves out what is unused. And `createRequire(import.meta.url)('x')` is a require like any other, which a bundler
 * only has to recognise.
 */
const contents = {
  name: 'contents',
  setup(build) {
    build.onLoad({ filter: /\.m?js$/ }, async ({ path }) => {
      if (UNUSED.some((unused) => unused.test(path))) return { contents: STUB, loader: 'js' };
      const text = await readFile(path, 'utf8');
      if (!text.includes('createRequire(import.meta.url)')) return undefined;
      const own = text
        .replace(/const require = createRequire\(import\.meta\.url\);/, '')
        .replaceAll(/createRequire\(import\.meta\.url\)\((?=['"])/g, 'require(');
      return { contents: own, loader: 'js' };
    });
  },
};

/** In one file every module stands at `dist/bundled/module.js`: as deep below package.json as it was in its room. */
const WHERE = `const __moduleUrl = require('node:url').pathToFileURL(require('node:path').join(__dirname, 'bundled', 'module.js')).href;`;

/** Makes `dist/server.cjs`, the controller, `dist/main.js`, the launcher, and `dist/rackfeed.js`, the command line. Answers the files that went in. */
export async function makeOneFile(from, to) {
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    keepNames: true, // dependency injection, entities and errors go by the names of classes
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true, // a third less to keep in memory
    legalComments: 'none', // they are in THIRD-PARTY-LICENSES.txt
    charset: 'ascii', // the launcher keeps it as one byte for each character
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: from,
  };
  const [server, ...small] = await Promise.all([
    build({
      ...common,
      entryPoints: [join(from, 'dist/controller.js')],
      outfile: join(to, 'dist/server.cjs'),
      format: 'cjs',
      define: { 'import.meta.url': '__moduleUrl' },
      banner: { js: WHERE },
      // Nothing is imported at run time that is not in here: a require in its place needs no module loader of ES.
      supported: { 'dynamic-import': false },
      external: ['*.node', ...[...OUTSIDE, ...ABSENT].flatMap((name) => [name, `${name}/*`])],
      plugins: [contents],
    }),
    ...['main.js', 'rackfeed.js'].map((name) =>
      build({ ...common, entryPoints: [join(from, 'dist', name)], outfile: join(to, 'dist', name), format: 'esm' }),
    ),
  ]);
  return [server, ...small].flatMap(({ metafile }) => Object.keys(metafile.inputs));
}
