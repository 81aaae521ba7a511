import { createRequire } from 'node:module';
import { Logger } from '@nestjs/common';
import type { AuthContext, AuthenticationType, KeyboardAuthContext, PublicKeyAuthContext, utils as Utils } from 'ssh2';
import { ApiError } from '../common/errors.js';
import { errorMessage, printable } from '../common/text.js';
import { Revocations } from '../auth/callers/revocations.js';
import { FailedSignInLog } from '../auth/sign-in/failed-sign-in-log.js';
import { SignInService } from '../auth/sign-in/sign-in.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { isLibraryKeyType } from '../users/ssh/ssh-public-key.js';
import type { UserEntity } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import type { Services } from './interpreter.js';

const { utils } = createRequire(import.meta.url)('ssh2') as { readonly utils: typeof Utils };

/** A sign-in that has succeeded. */
export interface SignedIn {
  readonly user: UserEntity;
  readonly method: 'password' | 'publickey';
  /** The key it came with. */
  readonly key?: { readonly data: string; readonly fingerprint: string };
}

/** Attempts of a connection, offered keys included. */
const MAX_ATTEMPTS = 6;

/** The sign-in of one connection: tries passwords and keys, and refuses everything else. */
export class ShellSignIn {
  readonly #logger = new Logger('SSH');
  #attempts = 0;
  #signedIn: SignedIn | undefined;

  constructor(
    private readonly services: Services,
    private readonly address: string,
    /** Refuses a user who has as many sessions as allowed. */
    private readonly admits: (userId: string) => boolean,
    /** Resolves when the sign-in is in the audit log; with false where it was not valid any more when its turn came. */
    private readonly record: (signedIn: SignedIn, isValid: () => boolean) => Promise<boolean>,
    private readonly giveUp: () => void,
  ) {}

  get result(): SignedIn | undefined {
    return this.#signedIn;
  }

  /** Never rejects. */
  async decide(attempt: AuthContext): Promise<void> {
    try {
      const signedIn = await this.#check(attempt);
      if (signedIn === 'offered') return;
      if (!signedIn || !this.#isAdmitted(signedIn)) {
        this.#reject(attempt);
        return;
      }
      if (!(await this.record(signedIn, this.#watch(signedIn)))) {
        this.#reject(attempt);
        return;
      }
      this.#signedIn = signedIn;
      attempt.accept();
    } catch (error) {
      if (!(error instanceof ApiError)) this.#logger.error(`A sign-in failed: ${errorMessage(error)}`);
      this.#reject(attempt);
    }
  }

  #isAdmitted({ user }: SignedIn): boolean {
    const isAdmitted = this.admits(String(user.id));
    if (!isAdmitted) this.#logger.warn(`${printable(user.username)} has as many SSH sessions as allowed.`);
    return isAdmitted;
  }

  /** False once the account has changed so that this sign-in would be refused. */
  #watch({ user: { id }, key }: SignedIn): () => boolean {
    const isSamePassword = this.services(Revocations).watch('password', id);
    return () => {
      const user = this.services(UsersService).current({ id });
      if (!user || !this.#mayEnter(user) || !isSamePassword()) return false;
      return key === undefined || user.sshKeys.some((each) => each.key === key.data);
    };
  }

  #reject(attempt: AuthContext): void {
    // The first request of most clients asks only for the methods.
    if (attempt.method !== 'none') this.#attempts++;
    attempt.reject(this.#methods);
    if (this.#attempts >= MAX_ATTEMPTS) this.giveUp();
  }

  get #methods(): AuthenticationType[] {
    const settings = this.services(SettingsStore);
    return [
      ...(settings.get('disableSshKeyLogin') ? [] : (['publickey'] as const)),
      ...(settings.get('disableSshPassLogin') ? [] : (['password', 'keyboard-interactive'] as const)),
    ];
  }

  async #check(attempt: AuthContext): Promise<SignedIn | 'offered' | undefined> {
    if (!this.#methods.includes(attempt.method)) return undefined;
    switch (attempt.method) {
      case 'password':
        return this.#byPassword(attempt.username, attempt.password);
      case 'keyboard-interactive':
        return this.#byPassword(attempt.username, await answerTo(attempt));
      case 'publickey':
        return this.#byKey(attempt);
      default:
        return undefined;
    }
  }

  async #byPassword(name: string, password: string | undefined): Promise<SignedIn | undefined> {
    if (password === undefined) return undefined;
    const user = await this.services(SignInService).verifiedUser({ name, password }, this.address, 'ssh');
    return user && { user, method: 'password' };
  }

  /** The signature is verified before the account is looked up, so that a key of nobody costs the same time. */
  #byKey(attempt: PublicKeyAuthContext): SignedIn | 'offered' | undefined {
    const { key, username, hashAlgo, signature, blob } = attempt;
    const isSigned = signature !== undefined && blob !== undefined;
    const isRight = isSigned && isVerified(key, blob, signature, hashAlgo);
    const user = this.services(UsersService).byName(username);
    const data = key.data.toString('base64');
    const stored = user?.sshKeys.find((each) => each.type === key.algo && each.key === data);
    const mayEnter = user && stored && this.#mayEnter(user);
    if (mayEnter && isUsable(key.algo, hashAlgo)) {
      if (isRight) return { user, method: 'publickey', key: { data, fingerprint: stored.fingerprint } };
      if (!isSigned) {
        attempt.accept(); // asks for the signature
        this.#countOffer();
        return 'offered';
      }
    }
    if (stored && !isLibraryKeyType(stored.type)) this.#logger.warn(`${SECURITY_KEY} (${stored.fingerprint})`);
    if (isSigned) {
      const failed = { name: username, userId: user?.id, address: this.address, via: 'ssh' } as const;
      this.services(FailedSignInLog).note(failed);
    }
    return undefined;
  }

  #countOffer(): void {
    this.#attempts++;
    if (this.#attempts > MAX_ATTEMPTS) this.giveUp();
  }

  /** Disabled and locked accounts cannot sign in, whatever they come with. */
  #mayEnter(user: UserEntity): boolean {
    const users = this.services(UsersService);
    return users.isActive(user) && !users.isLocked(user);
  }
}

const SECURITY_KEY = 'A security key (sk-) was offered; this version cannot check its signatures';

/** SHA-1 signatures of RSA keys are refused. */
const isUsable = (type: string, hash: string | undefined): boolean =>
  isLibraryKeyType(type) && (type !== 'ssh-rsa' || hash === 'sha256' || hash === 'sha512');

function isVerified(
  key: PublicKeyAuthContext['key'],
  blob: Buffer,
  signature: Buffer,
  hash: string | undefined,
): boolean {
  try {
    const parsed = utils.parseKey(`${key.algo} ${key.data.toString('base64')}`);
    return !(parsed instanceof Error) && [parsed].flat()[0]?.verify(blob, signature, hash) === true;
  } catch {
    return false; // a blob that the library cannot read
  }
}

/** The one answer to a prompt; undefined when there is none. */
function answerTo(attempt: KeyboardAuthContext): Promise<string | undefined> {
  return new Promise((resolve) => {
    attempt.prompt([{ prompt: 'Password: ', echo: false }], (answers: unknown) => {
      const [answer] = Array.isArray(answers) ? (answers as unknown[]) : [];
      resolve(typeof answer === 'string' ? answer : undefined);
    });
  });
}
