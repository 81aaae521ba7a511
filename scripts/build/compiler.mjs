import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { transform } from '@swc/core';

/** The files that the OpenAPI document describes; TypeScript reads their types, which takes most of a build. */
const DESCRIBED = /\.(dto|view|controller)\.ts$/;

/**
 * Compiles the files of src/ with swc, as the tests do (.swcrc), each once. It checks no types: `npm run typecheck` does.
 * Its work is done in threads, so that others can go on meanwhile.
 */
export class Compiler {
  /** All files of the server. */
  paths;
  #root;
  #options;
  #described;
  #compiled = new Map();

  constructor(root) {
    this.#root = root;
    this.#options = { ...JSON.parse(readFileSync(join(root, '.swcrc'), 'utf8')), swcrc: false };
    this.paths = readdirSync(join(root, 'src'), { recursive: true })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      .map((name) => join(root, 'src', name))
      .sort();
    this.#described = this.#describe();
    this.#described.catch(() => undefined); // each compile() of a described file fails with it
  }

  /** The place of the compiled file in dist/. */
  fileOf(path) {
    return join(this.#root, 'dist', relative(join(this.#root, 'src'), path)).replace(/\.ts$/, '.js');
  }

  /** Answers { code, map }. */
  compile(path) {
    const known = this.#compiled.get(path);
    if (known !== undefined) return known;
    const compiled = this.#compile(path);
    this.#compiled.set(path, compiled);
    return compiled;
  }

  async #compile(path) {
    const described = DESCRIBED.test(path) ? (await this.#described).get(path) : undefined;
    const { text, map } = described ?? { text: readFileSync(path, 'utf8') };
    return transform(text, {
      ...this.#options,
      filename: path,
      sourceFileName: relative(dirname(this.fileOf(path)), path),
      ...(map && { inputSourceMap: map }),
    });
  }

  #describe() {
    const paths = this.paths.filter((path) => DESCRIBED.test(path));
    const worker = new Worker(new URL('open-api.mjs', import.meta.url), { workerData: { root: this.#root, paths } });
    return new Promise((resolve, reject) => {
      worker.once('message', (files) => resolve(new Map(files.map(([path, text, map]) => [path, { text, map }]))));
      worker.once('error', reject);
    });
  }
}
