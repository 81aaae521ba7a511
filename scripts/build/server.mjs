import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes the compiled server to dist/. With a syntax error nothing is written. dist/web is left alone. */
export async function writeServer(root, compiler) {
  const results = await Promise.allSettled(compiler.paths.map((path) => compiler.compile(path)));
  const problems = new Set(results.flatMap(({ reason }) => (reason === undefined ? [] : [reason.message])));
  if (problems.size > 0) throw new Error([...problems].join('\n'));
  const dist = join(root, 'dist');
  for (const name of existsSync(dist) ? readdirSync(dist) : []) {
    if (name !== 'web') rmSync(join(dist, name), { recursive: true, force: true });
  }
  compiler.paths.forEach((path, index) => {
    const { code, map } = results[index].value;
    const file = compiler.fileOf(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${code}//# sourceMappingURL=${basename(file)}.map\n`);
    writeFileSync(`${file}.map`, map);
  });
}
