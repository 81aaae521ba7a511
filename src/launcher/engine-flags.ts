import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';

/** A collection of the small space for short-lived objects takes less processor time than waking other threads for it. */
const ONE_THREAD = '--no-parallel-scavenge';

interface Flags {
  /** They reduce the time and memory of a start: functions are optimised once they have run four times as much. */
  readonly start: readonly string[];
  /** The defaults of those that would make a running controller slower; and what keeps optimised code small. */
  readonly afterStart: readonly string[];
}

/** The flags of later versions: one optimising compiler instead of two. */
const ONE_COMPILER: Flags = {
  start: ['--no-maglev', '--invocation-count-for-turbofan=12000', ONE_THREAD],
  afterStart: ['--invocation-count-for-turbofan=3000'],
};

/**
 * The flags by major version of V8. A version that does not know a flag would refuse it, or as an argument of the program
 * not start at all.
 */
const FLAGS: Readonly<Record<string, Flags>> = {
  // Node 20
  '11': {
    start: ['--interrupt-budget=300000', ONE_THREAD],
    afterStart: ['--interrupt-budget=67584', '--max-inlined-bytecode-size-cumulative=300'],
  },
  '12': ONE_COMPILER, // Node 22
  '13': ONE_COMPILER, // Node 24
  '14': ONE_COMPILER, // Node 26
};

const flagsOf = (version: string): Flags | undefined => FLAGS[version.split('.')[0] ?? ''];

/**
 * The flags of the command line (package.json, the unit file) at their defaults. They have taken effect by then: the heap
 * has its sizes, and the one context of this process refuses code from strings for good.
 */
const DEFAULTS = [
  '--max-semi-space-size=0',
  '--initial-old-space-size=0',
  '--no-disallow-code-generation-from-strings',
];

/** The modules of Node that a start needs. */
const NODE_MODULES = [
  'child_process',
  'cluster', // for a server that listens
  'crypto',
  'dgram',
  'dns',
  'dns/promises',
  'fs/promises',
  'http',
  'https',
  'os',
  'perf_hooks',
  'readline',
  'readline/promises',
  'stream/consumers',
  'timers/promises',
  'tty',
  'worker_threads',
  'zlib',
];

/**
 * Resets the flags of the command line. Node contains the compiled code of its own modules, but V8 accepts it only while
 * no flag differs from its default; without it, a start compiles a megabyte of source text.
 */
export function resetEngineFlags(set: (flag: string) => void = setFlagsFromString): void {
  for (const flag of DEFAULTS) set(flag);
}

/**
 * Deletes `__proto__` from all objects, like `--disable-proto=delete`: nothing here reads it, and input that sets it
 * could change every other object. Code from strings can be forbidden only on the command line: in a running process
 * the flag has no effect.
 */
export function deleteProto(of: object = Object.prototype): void {
  Reflect.deleteProperty(of, '__proto__');
}

/**
 * Sets the flags of this engine, before the release is compiled: cached code is valid only with the same flags. The
 * modules of Node are loaded before, for the same reason.
 */
export function setEngineFlags(version = process.versions.v8, set: (flag: string) => void = setFlagsFromString): void {
  const require = createRequire(import.meta.url);
  for (const name of NODE_MODULES) require(`node:${name}`);
  for (const flag of flagsOf(version)?.start ?? []) set(flag);
}

/** Lets functions be optimised as early as V8 does by default, once the code of the start has been cached. */
export function optimiseAsUsual(version = process.versions.v8, set: (flag: string) => void = setFlagsFromString): void {
  for (const flag of flagsOf(version)?.afterStart ?? []) set(flag);
}
