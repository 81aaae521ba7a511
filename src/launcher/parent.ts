import { spawn, type ChildProcess } from 'node:child_process';
import type { BootJournal, ChosenRelease } from './boot-journal.js';
import { ASSIGNMENT_VARIABLE, type ChildMessage, type ParentMessage } from './child.js';
import { RESTART_ME } from './launch.js';

/** A little more than a release takes at most to stop. */
const KILL_AFTER_MS = 5_000;
/** A version that does not even answer whether it is well is not. */
const ANSWER_WITHIN_MS = 5_000;

export interface LauncherOptions {
  /** How long a new version has to prove itself, ms. */
  readonly trialMs: number;
  /** True: somebody starts this process again when it ends with {@link RESTART_ME}. */
  readonly isSupervised: boolean;
}

type ChildEnd =
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'restart' }
  | { readonly kind: 'stopped'; readonly code: number };

/** The life of this process from now on: it starts releases as children, one after the other, and watches new ones. */
export class ParentProcess {
  #child: ChildProcess | undefined;
  #isStopping = false;

  constructor(
    private readonly journal: BootJournal,
    private readonly options: LauncherOptions,
  ) {}

  async run(first = this.journal.choose()): Promise<never> {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.#stop());
    for (let chosen = first; ; chosen = this.journal.choose()) {
      const isOver = await this.#runChild(chosen);
      if (isOver) return isOver();
    }
  }

  /** One child from its start to its end; answers how this process ends with it, or nothing where another follows. */
  async #runChild(chosen: ChosenRelease): Promise<(() => never) | undefined> {
    const { end, isProven } = await this.#watch(chosen);
    if (end.kind === 'stopped') {
      if (!isProven) this.journal.discountAttempt(chosen.place);
      return () => process.exit(end.code);
    }
    if (end.kind === 'restart') {
      if (!isProven) this.journal.discountAttempt(chosen.place);
      return this.options.isSupervised ? () => process.exit(RESTART_ME) : undefined;
    }
    // A new version that ends by itself is tried again, or the one before comes back; the boot state knows.
    if (chosen.isTrial && !isProven) return undefined;
    return () => endAs(end.code, end.signal);
  }

  async #watch(chosen: ChosenRelease): Promise<{ end: ChildEnd; isProven: boolean }> {
    const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, [ASSIGNMENT_VARIABLE]: `${chosen.place},${chosen.isTrial ? 'trial' : 'kept'}` },
    });
    this.#child = child;
    let isProven = false;
    const trial = setTimeout(() => {
      void this.#judgeTrial(child, chosen).then((proven) => (isProven = proven));
    }, this.options.trialMs);
    const end = await new Promise<ChildEnd>((resolve) => {
      child.once('error', (error) => {
        console.error(error);
        resolve({ kind: 'exit', code: 1, signal: null });
      });
      child.once('exit', (code, signal) => {
        if (this.#isStopping) resolve({ kind: 'stopped', code: code ?? 1 });
        else resolve(code === RESTART_ME ? { kind: 'restart' } : { kind: 'exit', code, signal });
      });
    });
    clearTimeout(trial);
    this.#child = undefined;
    return { end, isProven };
  }

  /** The end of the time that a version has: a new one stays or goes; one that was good before has lived long enough. */
  async #judgeTrial(child: ChildProcess, { place, isTrial }: ChosenRelease): Promise<boolean> {
    const problem = isTrial ? await askForProblem(child) : undefined;
    if (this.#isStopping || child.exitCode !== null || child.signalCode !== null) return false;
    if (problem === undefined) {
      this.journal.confirm(place);
      return true;
    }
    console.error(`The new version goes back to the one before. ${problem}`);
    this.journal.rollBack(place, problem);
    child.kill('SIGKILL');
    return false;
  }

  #stop(): void {
    if (this.#isStopping || !this.#child) {
      this.#child?.kill('SIGKILL');
      process.exit(this.#child ? 1 : 0);
    }
    this.#isStopping = true;
    const child = this.#child;
    const stop: ParentMessage = 'stop';
    if (child.connected) child.send(stop);
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  }
}

function askForProblem(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve('It did not answer whether it is well.'), ANSWER_WITHIN_MS).unref();
    child.once('message', (answer: ChildMessage) => resolve(answer.problem));
    const question: ParentMessage = 'problem?';
    child.send(question, (error) => {
      if (error) resolve('It did not answer whether it is well.');
    });
  });
}

/** Ends this process as its child has ended. */
function endAs(code: number | null, signal: NodeJS.Signals | null): never {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  process.exit(1);
}
