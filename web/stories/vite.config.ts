import { defineConfig } from 'vite';

/** The stories as pages of their own; no part of the product's build (scripts/stories.mjs). */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'error',
  build: {
    target: 'es2022',
    emptyOutDir: true,
    reportCompressedSize: false,
    minify: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
});
