import { createRequire } from 'node:module';

/** Required instead of imported: for an import Node first searches nine megabytes for the names of exports. */
const ts = createRequire(import.meta.url)('typescript');

const OPTIONS = { languageVersion: ts.ScriptTarget.ESNext, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
const CLASS = /\bclass\b\s*(?:[\w$]+\s*)?(?:\{|extends\b)/;

/**
 * Gives every class of a module its name as a getter: a bundler shortens identifiers, and dependency injection, entities
 * and errors go by the names of classes. A getter is part of the class as it is compiled; a property defined afterwards
 * (esbuild's `keepNames`) costs half a kilobyte of memory for each class and each function.
 */
export function nameClasses(text, path) {
  if (!CLASS.test(text)) return text;
  const file = ts.createSourceFile(path, text, OPTIONS, false, ts.ScriptKind.JS);
  const places = Array.from(text.matchAll(/\bclass\b/g), ({ index }) => index);
  const insertions = [];
  const visit = (node, parent) => {
    if (!places.some((place) => place >= node.pos && place < node.end)) return; // there is no class inside
    if (ts.isClassLike(node)) {
      const name = nameOf(node, parent);
      if (name !== undefined && !node.members.some(isStaticName)) {
        insertions.push([node.members.pos, `static get name(){return ${JSON.stringify(name)}}`]);
      }
    }
    ts.forEachChild(node, (child) => visit(child, node));
  };
  visit(file);
  let named = text;
  for (const [at, what] of insertions.sort(([a], [b]) => b - a)) named = named.slice(0, at) + what + named.slice(at);
  return named;
}

/** The name of a class, or that of the variable it is assigned to, as in the language. */
function nameOf({ name }, parent) {
  if (name) return name.text;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return textOf(parent.name);
  if (ts.isBinaryExpression(parent)) return textOf(parent.left);
  return undefined;
}

const textOf = (node) => (ts.isIdentifier(node) ? node.text : undefined);

const isStaticName = ({ name, modifiers }) =>
  name !== undefined && textOf(name) === 'name' && modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
