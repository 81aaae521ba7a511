import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ABSENT, leanText } from './left-out.mjs';
import { nameClasses } from './named-classes.mjs';

/** Read from node_modules beside the bundle: native code, and files that are served or read as they are. */
export const OUTSIDE = ['@node-rs/argon2', 'swagger-ui-dist', '@zxcvbn-ts/language-common'];

/**
 * Leaves out what is unused, and names classes. And `createRequire(import.meta.url)('x')` is a require like any other,
 * which a bundler only has to recognise.
 */
const contents = {
  name: 'contents',
  setup(build) {
    build.onLoad({ filter: /\.([cm]?js|json)$/ }, async ({ path }) => {
      const text = leanText(path, await readFile(path, 'utf8'));
      if (path.endsWith('.json')) return { contents: text, loader: 'json' };
      const own = text
        .replace(/const require = createRequire\(import\.meta\.url\);/, '')
        .replaceAll(/createRequire\(import\.meta\.url\)\((?=['"])/g, 'require(');
      return { contents: nameClasses(own, path), loader: 'js' };
    });
  },
};

/** In one file every module stands at `dist/bundled/module.js`: as deep below package.json as it was in its room. */
const WHERE = `const __moduleUrl = require('node:url').pathToFileURL(require('node:path').join(__dirname, 'bundled', 'module.js')).href;`;

const HERE = `const __moduleUrl = require('node:url').pathToFileURL(__filename).href;`;

/** Makes `dist/server.cjs`, the controller, `dist/main.js`, the launcher, and `dist/rackfeed.js`, the command line. Answers the files that went in. */
export async function makeOneFile(from, to) {
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true, // a third less to keep in memory
    legalComments: 'none', // they are in THIRD-PARTY-LICENSES.txt
    charset: 'ascii', // the launcher keeps it as one byte for each character
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: from,
    plugins: [contents],
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
    }),
    ...['main.js', 'rackfeed.js'].map((name) =>
      build({
        ...common,
        entryPoints: [join(from, 'dist', name)],
        outfile: join(to, 'dist', name),
        format: 'cjs', // no ES module loader to start first
        define: { 'import.meta.url': '__moduleUrl' },
        banner: { js: HERE },
      }),
    ),
  ]);
  return [server, ...small].flatMap(({ metafile }) => Object.keys(metafile.inputs));
}
