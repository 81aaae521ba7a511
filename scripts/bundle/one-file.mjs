import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Compiler } from '../build/compiler.mjs';
import { ABSENT, isUnused, leanText } from './left-out.mjs';
import { nameClasses } from './named-classes.mjs';

/** Read from node_modules beside the bundle: native code, and files that are served or read as they are. */
export const OUTSIDE = ['@node-rs/argon2', 'swagger-ui-dist', '@zxcvbn-ts/language-common'];

/** Turns `createRequire(import.meta.url)('x')` into a plain require, which the bundler recognises. */
const withPlainRequire = (text) =>
  text
    .replace(/const require = createRequire\(import\.meta\.url\);/, '')
    .replaceAll(/createRequire\(import\.meta\.url\)\((?=['"])/g, 'require(');

/** Compiles the sources, omits unused packages, and names classes. */
const contentsBy = (compiler) => ({
  name: 'contents',
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const { code } = await compiler.compile(path);
      return { contents: nameClasses(withPlainRequire(code), path), loader: 'js' };
    });
    // Read at once: a promise for each of three thousand small files takes longer than the reading.
    build.onLoad({ filter: /\.([cm]?js|json)$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const lean = leanText(path, text);
      if (path.endsWith('.json')) return lean === text ? undefined : { contents: lean, loader: 'json' };
      const named = nameClasses(withPlainRequire(lean), path);
      return named === text ? undefined : { contents: named, loader: 'js' };
    });
  },
});

const TARGET = 'node20';

/**
 * Large packages that are loaded at their first use, if ever. Each is a file of its own beside the controller's, whose
 * whole text stays in memory.
 */
const AT_FIRST_USE = [
  ...[
    '@peculiar/x509',
    'aedes',
    'modbus-serial',
    'mqtt',
    'net-snmp',
    'nodemailer',
    'pg',
    'selfsigned',
    'ssh2',
    'undici',
  ],
];
const fileOf = (name) => `./${name.replace(/^.*\//, '')}.cjs`;

/** In one file every module has the path `dist/bundled/module.js`: as deep below package.json as in its folder. */
const WHERE = `const __moduleUrl = require('node:url').pathToFileURL(require('node:path').join(__dirname, 'bundled', 'module.js')).href;`;

const HERE = `const __moduleUrl = require('node:url').pathToFileURL(__filename).href;`;

/** The code that the two programs load after the check of Node: separate files, which an old Node never reads. */
const LATER = { './launcher/launcher.js': './launcher.cjs', './run-release.js': '../command-line.cjs' };

/**
 * Leaves outside what has a file of its own: such packages, and the import of a driver. The bundle is run by the launcher
 * with code that was compiled before, where an import has no module loader.
 */
const apart = {
  name: 'apart',
  setup(build) {
    build.onResolve({ filter: /^\.\/import-module\.js$/ }, () => ({ path: './import-module.cjs', external: true }));
    build.onResolve({ filter: /^[@a-z]/ }, ({ path }) =>
      AT_FIRST_USE.includes(path) ? { path: fileOf(path), external: true } : undefined,
    );
  },
};

/** The two programs can be parsed by an old Node, so that they can report that it is too old. */
const SMALL = {
  'main.js': { entry: 'main.ts', target: 'node12', supported: { 'dynamic-import': false } },
  'cli/rackfeed.js': { entry: 'cli/rackfeed.ts', target: 'node12', supported: { 'dynamic-import': false } },
  'import-module.cjs': { entry: 'hardware/drivers/import-module.ts', target: TARGET },
  'launcher.cjs': { entry: 'launcher/launcher.ts', target: TARGET },
  'command-line.cjs': { entry: 'cli/run-release.ts', target: TARGET },
};

/**
 * The ES modules of a library of which Node would load the CommonJS ones: only what is used of them gets into the bundle,
 * and no importer gets an object with all of their names.
 */
const ES_MODULES = { rxjs: 'rxjs/dist/esm/index.js', 'rxjs/operators': 'rxjs/dist/esm/operators/index.js' };

const asEsModules = (from) => ({
  name: 'es-modules',
  setup(build) {
    build.onResolve({ filter: /^rxjs/ }, ({ path }) =>
      path in ES_MODULES ? { path: join(from, 'node_modules', ES_MODULES[path]), sideEffects: false } : undefined,
    );
  },
});

const later = {
  name: 'later',
  setup(build) {
    build.onResolve({ filter: /^\.\/(launcher\/|run-release)/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && path in LATER ? { path: LATER[path], external: true } : undefined,
    );
  },
};

/**
 * Builds from the sources `dist/server.cjs`, the controller; `dist/main.js` and `dist/cli/rackfeed.js`, the programs; and
 * their parts `dist/launcher.cjs`, `dist/command-line.cjs`, `dist/import-module.cjs` and the packages that are loaded at
 * their first use. Answers the files inside.
 */
export async function makeOneFile(from, to, compiler = new Compiler(from)) {
  const contents = contentsBy(compiler);
  const common = {
    bundle: true,
    platform: 'node',
    target: TARGET,
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true, // a third less memory
    legalComments: 'none', // they are in THIRD-PARTY-LICENSES.txt
    charset: 'ascii', // the launcher stores it as one byte for each character
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: from,
    tsconfigRaw: '{}', // what it gets is compiled already
    plugins: [contents],
  };
  const outside = ['*.node', ...[...OUTSIDE, ...ABSENT].flatMap((name) => [name, `${name}/*`])];
  const [server, ...others] = await Promise.all([
    build({
      ...common,
      entryPoints: [join(from, 'src/server.ts')],
      plugins: [apart, asEsModules(from), contents],
      outfile: join(to, 'dist/server.cjs'),
      format: 'cjs',
      define: { 'import.meta.url': '__moduleUrl' },
      banner: { js: WHERE },
      // Every dynamic import is in the bundle: a require in its place needs no ES module loader.
      supported: { 'dynamic-import': false },
      external: outside,
    }),
    ...AT_FIRST_USE.map((name) =>
      build({
        ...common,
        stdin: { contents: `module.exports = require('${name}');`, resolveDir: from },
        outfile: join(to, 'dist', fileOf(name)),
        format: 'cjs',
        define: { 'import.meta.url': '__moduleUrl' },
        banner: { js: WHERE },
        supported: { 'dynamic-import': false },
        external: outside,
      }),
    ),
    ...Object.entries(SMALL).map(([outfile, { entry, ...can }]) =>
      build({
        ...common,
        ...can,
        plugins: [later, contents],
        entryPoints: [join(from, 'src', entry)],
        outfile: join(to, 'dist', outfile),
        format: 'cjs', // no ES module loader to start first
        define: { 'import.meta.url': '__moduleUrl' },
        banner: { js: HERE },
      }),
    ),
  ]);
  return [server, ...others]
    .flatMap(({ metafile }) => Object.values(metafile.outputs))
    .flatMap(({ inputs }) => Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0 && !isUnused(path)));
}
