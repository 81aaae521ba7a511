import { spawn, type ChildProcess } from 'node:child_process';
import type { BootJournal, ChosenRelease } from './boot-journal.js';
import { ASSIGNMENT_VARIABLE, type ChildMessage, type ParentMessage } from './child.js';
import { RESTART_ME } from './launch.js';
import { onStopSignals } from './shutdown.js';

/** A little more than the longest stop of a release. */
const KILL_AFTER_MS = 5_000;
/** The time limit of the health question, whose expiry counts as a failure. */
const ANSWER_WITHIN_MS = 5_000;

export interface LauncherOptions {
  /** The duration of the trial of a new version, ms. */
  readonly trialMs: number;
  /** True when a supervisor restarts this process after it has ended with {@link RESTART_ME}. */
  readonly isSupervised: boolean;
}

type ChildEnd =
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'restart' }
  | { readonly kind: 'stopped'; readonly code: number };

/** Runs releases as children of this process, one after another, and monitors new ones. */
export class ParentProcess {
  #child: ChildProcess | undefined;
  #isStopping = false;

  constructor(
    private readonly journal: BootJournal,
    private readonly options: LauncherOptions,
  ) {}

  async run(first = this.journal.choose()): Promise<never> {
    onStopSignals(
      () => this.#stop(),
      () => this.#end(),
    );
    for (let chosen = first; ; chosen = this.journal.choose()) {
      const isOver = await this.#runChild(chosen);
      if (isOver) return isOver();
    }
  }

  /** Runs one child until its end; returns how this process ends with it, or undefined where another child follows. */
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
    // A new version that ends by itself is tried again or rolled back, as the boot state decides.
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

  /** Ends the trial: a new version is confirmed or rolled back; a confirmed one has run long enough. */
  async #judgeTrial(child: ChildProcess, { place, isTrial }: ChosenRelease): Promise<boolean> {
    const problem = isTrial ? await askForProblem(child) : undefined;
    if (this.#isStopping || child.exitCode !== null || child.signalCode !== null) return false;
    if (problem === undefined) {
      this.journal.confirm(place);
      return true;
    }
    console.error(`The new version is rolled back to the previous one. ${problem}`);
    this.journal.rollBack(place, problem);
    child.kill('SIGKILL');
    return false;
  }

  #stop(): void {
    const child = this.#child;
    if (!child) return this.#end();
    this.#isStopping = true;
    const stop: ParentMessage = 'stop';
    if (child.connected) child.send(stop);
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref();
  }

  #end(): never {
    this.#child?.kill('SIGKILL');
    process.exit(this.#child ? 1 : 0);
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

/** Ends this process with the exit code or signal of its child. */
function endAs(code: number | null, signal: NodeJS.Signals | null): never {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  process.exit(1);
}
