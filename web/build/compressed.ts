import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg)$/;

/** Puts a .gz and a .br beside every text file, so that the server compresses nothing while it works. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (!TEXT.test(name)) continue;
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
        this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gzipSync(source, { level: 9 }) });
        this.emitFile({ type: 'asset', fileName: `${name}.br`, source: brotliCompressSync(source, quality) });
      }
    },
  },
});
