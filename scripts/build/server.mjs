/**
 * Compiles src/ into dist/ with the plugin of @nestjs/swagger, which reads the types and comments of DTOs and controllers
 * for the OpenAPI document. With a type error nothing is written, and it ends with 1. dist/web is left alone.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before as openApi } from '@nestjs/swagger/plugin';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
const PLUGIN = {
  dtoFileNameSuffix: ['.dto.ts', '.view.ts'],
  introspectComments: true,
  classValidatorShim: true,
  esmCompatible: true,
};

const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => end([problem]) };
const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(
  join(ROOT, 'tsconfig.build.json'),
  undefined,
  host,
);
if (errors.length > 0) end(errors);
const program = ts.createProgram({ rootNames: fileNames, options });
const problems = ts.getPreEmitDiagnostics(program);
if (problems.length > 0) end(problems);
for (const name of ts.sys.directoryExists(DIST) ? readdirSync(DIST) : []) {
  if (name !== 'web') rmSync(join(DIST, name), { recursive: true, force: true });
}
const { diagnostics } = program.emit(undefined, undefined, undefined, false, {
  before: [openApi(PLUGIN, program), lastOfEachKey],
});
if (diagnostics.length > 0) end(diagnostics);

/** The plugin writes a key twice if the type and a validator both define it; the last wins, and bundlers warn. */
function lastOfEachKey(context) {
  const visit = (node) => {
    const seen = ts.visitEachChild(node, visit, context);
    if (!ts.isObjectLiteralExpression(seen)) return seen;
    const keyOf = ({ name }) => (name && ts.isIdentifier(name) ? name.text : undefined);
    const last = new Map(seen.properties.map((property) => [keyOf(property), property]));
    const remaining = seen.properties.filter(
      (property) => keyOf(property) === undefined || last.get(keyOf(property)) === property,
    );
    return remaining.length === seen.properties.length
      ? seen
      : ts.factory.updateObjectLiteralExpression(seen, remaining);
  };
  return (file) => ts.visitNode(file, visit);
}

function end(found) {
  const format = ts.sys.writeOutputIsTTY?.() ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics;
  const names = { getCanonicalFileName: (path) => path, getCurrentDirectory: () => ROOT, getNewLine: () => '\n' };
  console.error(format(found, names));
  process.exit(1);
}
