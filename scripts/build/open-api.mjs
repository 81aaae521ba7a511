/**
 * A worker thread: adds to DTOs, views and controllers what the OpenAPI document says of them, which the plugin of
 * @nestjs/swagger reads in their types and comments. Posts [path, TypeScript, source map] of each.
 *
 * The types of packages and services are not loaded, which saves two thirds of the time: no member of the document has one.
 * A type of a service is refused; one of a package would be described as an object.
 */
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { before as openApi } from '@nestjs/swagger/plugin';

/** Required instead of imported: for an import Node first searches nine megabytes for the names of exports. */
const ts = createRequire(import.meta.url)('typescript');

const PLUGIN = {
  dtoFileNameSuffix: ['.dto.ts', '.view.ts'],
  introspectComments: true,
  classValidatorShim: true,
  esmCompatible: true,
};

const SERVICE = /\.(service|guard|store|repository|module|strategy|interceptor|filter)\.js$/;

/**
 * The folder of the sources for TypeScript, whatever it is called: TypeScript escapes letters that are not ASCII in the path
 * of a type, which the plugin takes for the path itself.
 */
const HERE = '/rackfeed-sources';

const { root, paths } = workerData;
const named = (path) => join(HERE, relative(root, path));
const real = (path) => (path.startsWith(`${HERE}/`) ? join(root, relative(HERE, path)) : path);
const names = {
  getCanonicalFileName: (path) => path,
  getCurrentDirectory: () => HERE,
  getNewLine: () => '\n',
};
parentPort.postMessage(described());

function described() {
  const options = { ...readOptions(), types: [] };
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  host.readFile = (path) => readFile(real(path));
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({ resolvedModule: ownModule(text, from) }));
  const rootNames = paths.map(named);
  const program = ts.createProgram({ rootNames, options, host });
  const files = rootNames.map((path) => program.getSourceFile(path));
  failOn(files.flatMap((file) => program.getSyntacticDiagnostics(file)));
  const addOpenApi = openApi(PLUGIN, program);
  files.forEach(refuseTypesOfServices);
  return files.map((file) => {
    const { transformed } = ts.transform(file, [addOpenApi, lastOfEachKey, withoutTypeImports], options);
    return [real(file.fileName), ...printed(transformed[0], options)];
  });
}

function readOptions() {
  const host = { ...ts.sys, readDirectory: () => paths, onUnRecoverableConfigFileDiagnostic: (each) => failOn([each]) };
  const { options, errors } = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.build.json'), undefined, host);
  failOn(errors);
  return { ...options, rootDir: named(options.rootDir), outDir: named(options.outDir) };
}

function failOn(problems) {
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, names).trim());
}

function ownModule(name, from) {
  if (!name.startsWith('.') || SERVICE.test(name)) return undefined;
  const resolvedFileName = join(dirname(from), name.replace(/\.js$/, '.ts'));
  return { resolvedFileName, extension: '.ts', isExternalLibraryImport: false };
}

function refuseTypesOfServices(file) {
  const notLoaded = new Map();
  for (const { importClause, moduleSpecifier } of file.statements.filter(ts.isImportDeclaration)) {
    for (const { name } of importClause?.namedBindings?.elements ?? []) {
      if (SERVICE.test(moduleSpecifier.text)) notLoaded.set(name.text, moduleSpecifier.text);
    }
  }
  const visit = (node) => {
    const from = ts.isTypeReferenceNode(node) ? notLoaded.get(node.typeName.getText(file)) : undefined;
    if (from !== undefined) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
      const place = `${relative(HERE, file.fileName)}:${line + 1}`;
      throw new Error(`${place}: the type ${node.getText(file)} is one of the API; declare it outside of ${from}.`);
    }
    ts.forEachChild(node, visit);
  };
  for (const { members } of file.statements.filter(ts.isClassDeclaration)) {
    for (const member of members) {
      if ((ts.isPropertyDeclaration(member) || ts.isMethodDeclaration(member)) && member.type) visit(member.type);
    }
  }
}

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

/** For a type that is imported only as a type swc writes the global of its name if there is one: `Request` of fetch. */
function withoutTypeImports(context) {
  return (file) => {
    const typeNames = new Set(file.statements.filter(ts.isImportDeclaration).flatMap(typeNamesOf));
    const visit = (node) =>
      ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && typeNames.has(node.typeName.text)
        ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword)
        : ts.visitEachChild(node, visit, context);
    return ts.visitNode(file, visit);
  };
}

function typeNamesOf({ importClause }) {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
  return bindings.elements.filter((each) => importClause.isTypeOnly || each.isTypeOnly).map(({ name }) => name.text);
}

/** The text of a changed file, and its map to the lines of the file as it was, which a stack trace shows. */
function printed(file, options) {
  const folder = dirname(join(options.outDir, relative(options.rootDir, file.fileName)));
  const map = ts.createSourceMapGenerator(names, basename(file.fileName), '', folder, options);
  const writer = ts.createTextWriter('\n');
  ts.createPrinter({ newLine: ts.NewLineKind.LineFeed }).writeFile(file, writer, map);
  return [writer.getText(), map.toString()];
}
