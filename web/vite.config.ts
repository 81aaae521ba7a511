import { defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { chunkGroups } from './build/chunk-groups.js';
import { pageList } from './build/page-list.js';
import { shellFiles } from './build/shell-files.js';

/** Where a controller runs while the pages are worked on: `RACKFEED_DEV_TARGET=http://… npx vite web`. */
const controller = process.env['RACKFEED_DEV_TARGET'] ?? 'http://127.0.0.1:8080';

const SILENT = ['MODULE_LEVEL_DIRECTIVE', 'PLUGIN_TIMINGS'];

export default defineConfig({
  root: import.meta.dirname,
  base: './', // the server says below which path the files are
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: '.vite/packages.json' }, // for the licences and the bill of materials of a release
    assetsInlineLimit: 0, // the server's policy lets no page load data: but images
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
      // The libraries mark files for React's server components; there are none here. How long a plugin takes is of no
      // use to somebody who starts a controller.
      onLog: (level, log, write) => (SILENT.includes(log.code ?? '') ? undefined : write(level, log)),
    },
  },
  plugins: [pageList(), shellFiles(), compressed()],
  server: { proxy: { '/api': controller, '/ws': { target: controller, ws: true } } },
});
