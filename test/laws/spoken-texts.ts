import ts from 'typescript';
import { sourceFiles } from '../support/source-files.js';

/** A value in the middle of a text, which only a running controller knows. */
export const VALUE = '\u0001';

/** A text of the sources, with {@link VALUE} for each value, and the place where it stands. */
export interface SpokenText {
  readonly text: string;
  readonly at: string;
}

/** Functions and errors whose argument of this place is said to a user. */
const SPEAKERS: Readonly<Record<string, number>> = {
  temporaryFailure: 0,
  permanentFailure: 0,
  unreachable: 0,
  unusable: 0,
  keyUnusable: 0,
  FirmwareRefusal: 0,
  LinkProblem: 0,
  NotBegunError: 0,
  SshKeyError: 0,
  TargetRefusedError: 0,
  problem: 2,
};
/** Members that are said to a user where they stand in one of these folders. */
const MEMBERS: ReadonlySet<string> = new Set(['detail', 'problem', 'reason', 'trouble', 'warning']);
const FOLDERS =
  /^(actions|capacity|fleet-link|health|host|mqtt|outbound|outbox|protocols|redfish\/events|syslog|webhooks)\//;
/** Files whose every text is said to a user, as it is or as a part of another. */
const FILES: ReadonlySet<string> = new Set([
  'actions/channels/peer/peer-pins.service.ts',
  'actions/channels/target-url.ts',
  'actions/channels/trap/trap-session.ts',
  'actions/channels/trap/trap-user.ts',
  'fleet-link/link-problem.ts',
  'hardware/relays/relay-faults.ts',
  'host/host-adapter.ts',
  'host/host-network.ts',
  'launcher/next-start.ts',
  'mqtt/broker/refusals.ts',
  'outbound/delivery.ts',
  'outbound/outbound-policy.service.ts',
  'outbound/outbound-rules.ts',
  'syslog/syslog-test.service.ts',
  'system/firmware/libc.ts',
  'system/self-test.service.ts',
]);

/** Words that belong together; a code, a path or a word of a protocol is no phrase. */
const isPhrase = (text: string): boolean => /[\p{L}\p{N}"] [\p{L}"(]|\p{L}{3}.*\.$/u.test(text.replaceAll(VALUE, 'x'));

/** The texts that an expression says, one for each of its branches. */
function textsOf(said: ts.Expression): string[] {
  if (ts.isStringLiteralLike(said)) return [said.text];
  if (ts.isParenthesizedExpression(said) || ts.isAsExpression(said)) return textsOf(said.expression);
  if (ts.isConditionalExpression(said)) return [...textsOf(said.whenTrue), ...textsOf(said.whenFalse)];
  if (ts.isTemplateExpression(said)) {
    return said.templateSpans.reduce(
      (texts, { expression, literal }) => joined(joined(texts, textsOf(expression)), [literal.text]),
      [said.head.text],
    );
  }
  if (ts.isBinaryExpression(said)) {
    const [left, right] = [said.left, said.right].map(textsOf) as [string[], string[]];
    if (said.operatorToken.kind === ts.SyntaxKind.PlusToken) return joined(left, right);
    if (said.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return right;
    return [...left, ...right];
  }
  return [VALUE];
}

const joined = (heads: readonly string[], tails: readonly string[]): string[] =>
  heads.flatMap((head) => tails.map((tail) => head + tail));

const nameOf = ({ expression }: ts.CallExpression | ts.NewExpression): string =>
  ts.isIdentifier(expression) ? expression.text : '';

/** True for texts to a developer or an operator of the machine: those of the log, and of the errors of defects. */
const isUnspoken = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node) ||
  (ts.isCallExpression(node) && node.expression.getText().includes('logger')) ||
  (ts.isNewExpression(node) && nameOf(node) === 'Error') ||
  (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken);

function spokenIn(path: string, source: string): SpokenText[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: SpokenText[] = [];
  const take = (said: ts.Expression): void => {
    found.push(
      ...textsOf(said)
        .filter(isPhrase)
        .map((text) => ({ text, at: path })),
    );
  };
  const visit = (node: ts.Node): void => {
    if (FILES.has(path) && isUnspoken(node)) return;
    if (FILES.has(path) && ts.isExpression(node) && textsOf(node).some((text) => text !== VALUE)) {
      take(node);
      return;
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = nameOf(node);
      const said = node.arguments?.[SPEAKERS[name] ?? -1];
      if (said) take(said);
      if (name === 'ApiError') node.arguments?.slice(1).forEach(take);
    }
    const isMember = ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && MEMBERS.has(node.name.text);
    if (isMember && FOLDERS.test(path)) take(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Every text that the sources say to a user about what became of something, or why not. */
export const spokenTexts = (folder: string): SpokenText[] =>
  sourceFiles(folder, /\.ts$/)
    .filter(({ path }) => !/\.(spec|d|fixture)\.ts$/.test(path))
    .flatMap(({ path, text }) => spokenIn(path, text));

/** The members that an object has by its own properties and those that it is spread from, in each branch. */
function membersOf(node: ts.Expression): string[] {
  if (ts.isParenthesizedExpression(node)) return membersOf(node.expression);
  if (ts.isBinaryExpression(node)) return membersOf(node.right);
  if (ts.isConditionalExpression(node)) return [...membersOf(node.whenTrue), ...membersOf(node.whenFalse)];
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return membersOf(property.expression);
    return ts.isIdentifier(property.name) ? [property.name.text] : [];
  });
}

/** The members that the sources write down as `before` and `after` of an entry of the log, with the places. */
export const changedMembers = (folder: string): SpokenText[] =>
  sourceFiles(folder, /\.ts$/)
    .filter(({ path, text }) => !path.endsWith('.spec.ts') && /\b(before|after): /.test(text))
    .flatMap(({ path, text: source }) => {
      const found: SpokenText[] = [];
      const visit = (node: ts.Node): void => {
        const isChange = ts.isPropertyAssignment(node) && /^(before|after)$/.test(node.name.getText());
        if (isChange) found.push(...membersOf(node.initializer).map((text) => ({ text, at: path })));
        ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true));
      return found;
    });
