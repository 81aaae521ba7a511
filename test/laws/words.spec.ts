import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../support/source-files.js';

const ROOT = join(import.meta.dirname, '../..');
const SOURCES = [
  ...['src', 'test', 'bench', 'scripts', 'packaging', 'web/src', 'docs'],
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
];
/** Written by a generator, or history that must stay as it is. */
const NOT_OURS = /schema\.d\.ts$|^src\/database\/migrations\/|^docs\/(screens|mib)\/|^test\/laws\/words\.spec\.ts$/;

/** Words that this project used for what has a name in the field, and that name. */
const RETIRED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alongside: 'in the same transaction',
    anew: 'again',
    armed: 'compiled',
    deed: 'audit record',
    endings: 'session end reason',
    errand: 'operation',
    fire: 'trigger',
    fired: 'triggered',
    hindrance: 'reason, refusal',
    lives: 'restarts',
    look: 'read, check, tick',
    looked: 'read, checked',
    looking: 'reading, checking',
    obstacle: 'reason, refusal',
    occasion: 'context',
    ordeal: 'fault run',
    parted: 'split',
    patience: 'backoff, time limit',
    performer: 'runner',
    salvage: 'recover',
    seal: 'encrypt',
    sealed: 'encrypted',
    silence: 'timeout, gap',
    soundness: 'integrity',
    suspicion: 'needs check',
    tell: 'notify, log, show',
    telling: 'notification',
    testimony: 'record',
    thing: 'object, or its kind',
    throwaway: 'temporary',
    told: 'notified, logged',
    tribunal: 'checker',
    verdict: 'result, outcome',
    wear: 'rate limit of relays',
    witness: 'recorder',
  }),
);

/** Phrases in which one of these words is right, and names that have to stay. */
const HONEST = [
  /\b[lL]ook(s|ed|ing)?[- ]?([uU]p|like|alike|disabled|failed)\b|LookedUp\b/g,
  /\blastFired\b/g, // a member of the API
  /\{ name: 'thing' \}|numbered_thing/g, // of the database
];

interface RetiredSense {
  readonly form: RegExp;
  readonly term: string;
  /** The paths in which the word has no other sense. */
  readonly within?: RegExp;
}

/** Words that are right in one sense, and were used in another one too: the forms that only that other one has. */
const RETIRED_SENSES: readonly RetiredSense[] = [
  { form: /\b(const|let|readonly|get) kept\b|[.#]kept\b|\bkept[?:]/, term: 'stored, retained' },
  { form: /\b(a|an|the|each|every|of|no) firings?\b|\bfiring[.:(A-Z]|[a-z]Firings?\b/, term: 'event occurrence' },
  { form: /\btrial/i, term: 'test run', within: /\/(actions|events)\// },
  { form: /\bframes?\b|Frame\b/, term: 'EvaluationContext', within: /^src\/(actions|events)\// },
  { form: /\b(event|rule)[ -]?marks?\b|\bmarks?(Of|Entity|Store)\b/i, term: 'rule state' },
  { form: /\btroubles\b|\b(a|the|no|any|its|in|of) trouble\b|[a-z]Trouble\b|\btrouble[A-Z]/, term: 'fault, problem' },
  { form: /\bremark\b|\b(a|the) remarks\b/, term: 'warning' },
  { form: /\brooms\b|\b(this|that|each|every|its|another|one) room\b/i, term: 'module' },
  { form: /\b(a|the|no|its|of|with|without) leave\b|\bask(s|ed)? leave\b/, term: 'permit' },
  { form: /\blanes?(Of|\[)|\b(action|target|own|same|each|every) lanes?\b|[a-z]Lanes?\b/, term: 'target queue' },
  { form: /\bOutboundSockets\b|\bsockets\.run\b/, term: 'OutboundLimiter' },
  { form: /\bsettled\b/, term: 'idle, ended' },
  { form: /\bplants?\b/i, term: 'simulator', within: /^(?!.*(simulation-file|damaged-database))/ },
  { form: /\bin turn\b|\bInTurn\b|TurnQueue|in-turn/i, term: 'staggered, one after another, Mutex' },
  { form: /\balone\(|\.alone\b|\balso\(|\.also\b/, term: 'exclusively, inTransaction' },
  { form: /\bmust[A-Z]\w*\(/, term: 'assert…' },
  { form: /\bKnown\(|PreparedAnswer|\bLiveCaller\b|\bRecognised\b/, term: 'ResourceExists, CachedResponse, Caller' },
  {
    form: /pictures?/i,
    term: 'state of a PDU, snapshot, readings',
    within:
      /^(src\/(hub|fleet-\w+|events|cli\/hub)|bench|docs\/(adr\/|fleet\.)|test\/(integration|contract)|web\/src\/pages\/fleet)/,
  },
  { form: /\b(Stall|Chance)\b/, term: 'Delay, Random', within: /^test\/faults\// },
  {
    form: /\b(boot-book|good-copy|handing-out|kept-statements|forgotten-rejections|without-defaults|relay-evidence|automatic-moves|joint-peaks|energy-account|database-care|sayable-name)\b/,
    term: 'the file was renamed',
  },
];

/** A comment that begins so is a clause without its noun. */
const WITHOUT_SUBJECT = /^(What|Whether|Who|Whom|Whose|How|Where|When|Why|Which|Of|Says|Tells|Told)\b/;

/** The parts of an identifier: `relayWear` has two. */
const wordsOf = (line: string): string[] =>
  line
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

const singular = (word: string): string => (word.endsWith('s') ? word.slice(0, -1) : word);

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const files = SOURCES.flatMap((path) =>
  path.endsWith('.md')
    ? [{ path, text: read(path) }]
    : sourceFiles(join(ROOT, path), /\.(ts|tsx|mjs|cjs|css|md|sh|pl|c|ya?ml|conf|service)$/).map((file) => ({
        ...file,
        path: `${path}/${file.path}`,
      })),
).filter(({ path }) => !NOT_OURS.test(path));

/** The retired words of a line, each with the name to use instead. */
function retiredIn(line: string, path = 'src/a.ts'): string[] {
  const rest = HONEST.reduce((text, phrase) => text.replace(phrase, ''), line);
  const words = wordsOf(rest).flatMap((word) => {
    const name = RETIRED.get(word) ?? RETIRED.get(singular(word));
    return name === undefined ? [] : [`${word} (${name})`];
  });
  const senses = RETIRED_SENSES.filter(({ form, within }) => form.test(line) && (within?.test(path) ?? true));
  return [...words, ...senses.map(({ form, term }) => `${form.exec(line)?.[0] ?? ''} (${term})`)];
}

/** The comments of a text that begin without their subject. */
function withoutSubject(text: string): string[] {
  const lines = text.split('\n');
  return lines
    .map((line, place) => {
      const [, block] = /^\s*\/\*\*?\s*(.*)$/.exec(line) ?? [];
      if (block !== undefined) return block || (lines[place + 1] ?? '').replace(/^[\s*]+/, '');
      const continues = /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[place - 1] ?? '');
      return continues ? '' : (/(?:^|\s)\/\/ (.*)$/.exec(line)?.[1] ?? '');
    })
    .filter((comment) => WITHOUT_SUBJECT.test(comment));
}

describe('the words', () => {
  it('of names, comments, texts and documents are those of the field', () => {
    const found = files.flatMap(({ path, text }) =>
      [path, ...text.split('\n')].flatMap((line, place) =>
        retiredIn(line, path).map((word) => `${path}:${place}: ${word}`),
      ),
    );
    expect(found).toEqual([]);
  });

  it('are looked for in identifiers, in the plural and in the names of files as well', () => {
    expect(retiredIn('const auditDeeds = soundnessOf(path)')).toEqual([
      'deeds (audit record)',
      'soundness (integrity)',
    ]);
    expect(retiredIn('src/database/salvage.ts')).toEqual(['salvage (recover)']);
    expect(retiredIn('indeed, a wearable that nothing stalls')).toEqual([]);
  });

  it.each([
    ['the rule looks at it', '#lookUp(id); it looks like a token, looked up'],
    ['#look(now)', 'made a command look failed'],
    ['await settled()', 'await Promise.allSettled(all)'],
    ['const kept = stored()', 'The newest two are kept.'],
    ['each firing of an event', 'const { firings } = body; name: "event_firing"'],
    ['no trouble with the disk', 'readonly trouble: string; https.trouble'],
    ['a remark for users', 'const { remarks } = health'],
    ['each room of the house', 'makes room for one more'],
    ['asks leave', 'leaves it alone; const leave = async () => {}'],
    ['the lane: actionLanes', 'Argon2 with one lane; lanes: cost.parallelism'],
    ['one switches in turn', 'returns it; turns it on'],
    ['mustAllow(caller)', 'mustExist: boolean; must be'],
    ['this.queue.alone(work)', 'a bus for the meter alone.'],
    ['the mark of it: markOf(event)', 'a question mark; marked as old'],
  ])('are retired in "%s" and right in "%s"', (retired, right) => {
    expect([retiredIn(retired).length > 0, retiredIn(right)]).toEqual([true, []]);
  });

  it('may be retired in some folders only', () => {
    expect(retiredIn('the trial of an action', 'src/actions/a.ts')).toEqual(['trial (test run)']);
    expect(retiredIn('a trial period; one frame of the bus', 'src/launcher/a.ts')).toEqual([]);
    expect(retiredIn('const known: PduPicture', 'src/hub/a.ts')).toEqual([
      'Picture (state of a PDU, snapshot, readings)',
    ]);
    expect(retiredIn('the picture of a page', 'docs/wall.md')).toEqual([]);
    expect(retiredIn('(frame: Frame)', 'src/events/a.ts')).toEqual(['frame (EvaluationContext)']);
  });
});

describe('a comment', () => {
  it('begins with its subject', () => {
    const code = files.filter(({ path }) => /\.(ts|tsx|mjs|cjs|css|c)$/.test(path));
    expect(code.flatMap(({ path, text }) => withoutSubject(text).map((comment) => `${path}: ${comment}`))).toEqual([]);
  });

  it('is found wherever it stands', () => {
    expect(withoutSubject('/** What it is. */')).toEqual(['What it is. */']);
    expect(withoutSubject('  /**\n   * Whether it is on.\n   */\n')).toEqual(['Whether it is on.']);
    expect(withoutSubject('// How it is done.\nrun();')).toEqual(['How it is done.']);
    expect(withoutSubject('run(); // Where it ends.')).toEqual(['Where it ends.']);
    expect(withoutSubject('  a,\n  // Of all\n  b')).toEqual(['Of all']);
  });

  it('has further lines, and texts are none', () => {
    expect(withoutSubject('/** The state.\n * What it was. */')).toEqual([]);
    expect(withoutSubject('// The state: it is known\n// Where it was measured.')).toEqual([]);
    expect(withoutSubject(`const url = 'http://Who'; const glob = "/*Of";`)).toEqual([]);
  });
});
