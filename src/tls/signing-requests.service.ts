import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { Mutex } from '../common/mutex.js';
import { SettingsStore } from '../settings/settings.store.js';
import { localNamesOf, ownAddresses } from './own-names.js';
import { makeCertificateRequest, type CertificateRequest } from './certificate-request.js';
import { SigningRequestFile, type SigningRequest } from './signing-request.file.js';

/** The request for a certificate that waits for its authority, at most one. Its key never leaves the controller. */
@Injectable()
export class SigningRequestsService implements OnModuleInit {
  readonly #logger = new Logger('Certificates');
  readonly #mutex = new Mutex();
  #open: SigningRequest | undefined;

  constructor(
    private readonly file: SigningRequestFile,
    private readonly settings: SettingsStore,
    private readonly audit: AuditLogService,
  ) {}

  async onModuleInit(): Promise<void> {
    this.#open = await this.file.read().catch((error: unknown) => {
      this.#logger.error(`The stored signing request cannot be used: ${(error as Error).message}`);
      return undefined;
    });
  }

  get open(): SigningRequest | undefined {
    return this.#open;
  }

  /** The names of its files in the data folder. */
  get fileNames(): readonly string[] {
    return this.file.names;
  }

  /** The names that a request has if nobody chooses them: the host name and the addresses of the network. */
  get suggestedNames(): string[] {
    const local = /^(127\.|::1$)/;
    const addresses = ownAddresses().filter((address) => !local.test(address));
    return [...new Set([...localNamesOf(this.settings.get('hostName')), ...addresses])].slice(0, 20);
  }

  /** Makes a new key and its request, which takes the place of an open one. */
  create(wanted: CertificateRequest, cause: Cause): Promise<SigningRequest> {
    return this.#mutex.run(async () => {
      const { request: pem, key } = makeCertificateRequest(wanted);
      const { names, keyType, organization, country } = wanted;
      const made: SigningRequest = {
        ...{ pem, key, names: [...names.hosts, ...names.addresses], keyType: keyType === 'ec' ? 'EC' : 'RSA' },
        ...(organization !== undefined && { organization }),
        ...(country !== undefined && { country }),
      };
      await this.file.write(made);
      this.#open = made;
      await this.audit.tryToRecord({ ...entry('request', made), cause });
      return made;
    });
  }

  /** Deletes the open request with its key. Throws SIGNING_REQUEST_UNKNOWN. */
  remove(cause: Cause): Promise<void> {
    return this.#mutex.run(async () => {
      const gone = this.#open;
      if (!gone) throw new ApiError('SIGNING_REQUEST_UNKNOWN');
      await this.#forget();
      await this.audit.tryToRecord({ ...entry('requestDelete', gone), cause });
    });
  }

  /** Deletes a request whose certificate has come, without a record; a newer one stays. */
  fulfilled(request: SigningRequest): Promise<void> {
    return this.#mutex.run(async () => {
      if (this.#open === request) await this.#forget();
    });
  }

  /** Deletes the request, if there is one, after a factory reset. */
  forget(): Promise<void> {
    return this.#mutex.run(() => this.#forget());
  }

  async #forget(): Promise<void> {
    this.#open = undefined;
    await this.file.remove();
  }
}

const entry = (what: 'request' | 'requestDelete', { names, keyType }: SigningRequest) => ({
  kind: `certificate.${what}`,
  object: 'certificate:request',
  ...(what === 'request' ? { after: { names: names.join(', '), keyType } } : { before: { names: names.join(', ') } }),
});
