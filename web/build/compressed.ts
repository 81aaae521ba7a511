import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg)$/;

const asGzip = promisify(gzip);
const asBrotli = promisify(brotliCompress);

/** Puts a .gz and a .br beside every text file, so that the server compresses nothing while it works. */
export const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    /** Several files at a time: zlib works in threads of its own. */
    async handler(_, bundle) {
      const texts = Object.entries(bundle).filter(([name]) => TEXT.test(name));
      await Promise.all(
        texts.map(async ([name, file]) => {
          const source = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
          const [gz, br] = await Promise.all([asGzip(source, { level: 9 }), asBrotli(source, quality)]);
          this.emitFile({ type: 'asset', fileName: `${name}.gz`, source: gz });
          this.emitFile({ type: 'asset', fileName: `${name}.br`, source: br });
        }),
      );
    },
  },
});
