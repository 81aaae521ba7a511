import ts from 'typescript';

/**
 * Gives every class of a module its name as a getter: a bundler shortens identifiers, and dependency injection, entities
 * and errors go by the names of classes. A getter is part of the class as it is compiled; a property defined afterwards
 * (esbuild's `keepNames`) costs half a kilobyte of memory for each class and each function.
 */
export function nameClasses(text, path) {
  if (!/\bclass\b/.test(text)) return text;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true, ts.ScriptKind.JS);
  const insertions = [];
  const visit = (node) => {
    if (ts.isClassLike(node)) {
      const name = nameOf(node);
      if (name !== undefined && !node.members.some(isStaticName)) {
        insertions.push([node.members.pos, `static get name(){return ${JSON.stringify(name)}}`]);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  let named = text;
  for (const [at, what] of insertions.sort(([a], [b]) => b - a)) named = named.slice(0, at) + what + named.slice(at);
  return named;
}

/** The name of a class, or that of the variable it is assigned to, as in the language. */
function nameOf({ name, parent }) {
  if (name) return name.text;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return textOf(parent.name);
  if (ts.isBinaryExpression(parent)) return textOf(parent.left);
  return undefined;
}

const textOf = (node) => (ts.isIdentifier(node) ? node.text : undefined);

const isStaticName = ({ name, modifiers }) =>
  name !== undefined && textOf(name) === 'name' && modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword);
