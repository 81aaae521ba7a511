import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import type { Cause } from '../common/cause.js';
import { Clock, type Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { Mutex } from '../common/mutex.js';
import { SettingsStore } from '../settings/settings.store.js';
import { leafOf, validityOf, type Certificate, makeSelfSigned } from './certificate.js';
import type { CertificateRequest } from './certificate-request.js';
import { CertificateFiles } from './certificate-files.js';
import {
  certificateView,
  signingRequestView,
  type CertificateSource,
  type CertificateView,
} from './certificate.view.js';
import { ownNames } from './own-names.js';
import { SigningRequestsService } from './signing-requests.service.js';
import { checkedUpload, fitsKey } from './uploaded-certificate.js';

export interface CertificateInUse extends Certificate {
  readonly source: CertificateSource;
  /** Wall clock of its expiry. */
  readonly validTo: Millis;
  /** True when it is its own issuer: browsers do not trust it by default. */
  readonly isSelfSigned: boolean;
}

/** The controller's own certificate is renewed when its remaining time is shorter than this. */
const RENEW_BEFORE_EXPIRY: Millis = 30 * 24 * 60 * 60 * 1000;

/** The certificates of HTTPS: the controller's own, created at its first use, and an uploaded one. */
@Injectable()
export class CertificatesService implements OnModuleInit {
  readonly #logger = new Logger('Certificates');
  readonly #mutex = new Mutex();
  readonly #listeners: (() => void)[] = [];
  #custom: CertificateInUse | undefined;
  #selfSigned: CertificateInUse | undefined;

  constructor(
    private readonly files: CertificateFiles,
    private readonly requests: SigningRequestsService,
    private readonly settings: SettingsStore,
    private readonly db: Db,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    this.#custom = await this.#read('custom');
    this.#report();
    this.settings.onChange((keys) => {
      if (keys.has('customSslCertEnabled')) this.#notify();
    });
  }

  /** The names of all files with keys in the data folder. */
  get fileNames(): readonly string[] {
    return [...this.files.names, ...this.requests.fileNames];
  }

  /** Deletes all certificates and keys: after a factory reset no earlier key is left. */
  forget(): Promise<void> {
    return this.#mutex.run(async () => {
      this.#custom = undefined;
      this.#selfSigned = undefined;
      this.#report();
      this.#notify();
      await Promise.all([this.files.remove('custom', 'selfSigned'), this.requests.forget()]);
    });
  }

  /** Calls the listener when another certificate is to be used. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The certificate to use now: the uploaded one if it exists and is enabled. */
  inUse(): Promise<CertificateInUse> {
    return this.#mutex.run(() => this.#inUse());
  }

  /** True when the certificate should be renewed automatically. An uploaded one is renewed by its owner. */
  isDue({ source, validTo }: CertificateInUse): boolean {
    return source === 'selfSigned' && validTo - this.clock.now() < RENEW_BEFORE_EXPIRY;
  }

  async view(): Promise<CertificateView> {
    const certificate = await this.inUse();
    const { open, suggestedNames } = this.requests;
    return {
      ...certificateView(certificate, certificate.source),
      ...(open && { signingRequest: signingRequestView(open) }),
      suggestedNames,
    };
  }

  /**
   * Stores a certificate and enables it; without a key it is that of the open signing request, which ends. Throws
   * CERTIFICATE_UNUSABLE, CERTIFICATE_KEY_UNUSABLE or CERTIFICATE_KEY_MISSING.
   */
  async upload(certificate: string, key: string | undefined, cause: Cause): Promise<CertificateView> {
    const requested = key === undefined ? this.requests.open : undefined;
    if (key === undefined && !requested) throw new ApiError('CERTIFICATE_KEY_MISSING').at('key');
    const checked = checkedUpload(certificate, key ?? { requested: requested?.key ?? '' }, this.clock.now());
    await this.#mutex.run(async () => {
      const putInPlace = await this.files.prepare('custom', checked);
      await this.db.transaction(async () => {
        await this.audit.record({ ...auditRecord('upload', 'custom', checked), cause });
        await this.settings.change({ customSslCertEnabled: true }, cause);
      });
      await putInPlace();
      this.#custom = inUse(checked, 'custom');
    });
    if (requested) await this.requests.fulfilled(requested);
    this.#report();
    this.#notify();
    return this.view();
  }

  /** Makes a signing request with a new key, which is kept until a certificate for it comes; an earlier one is dropped. */
  async requestSigning(wanted: CertificateRequest, cause: Cause): Promise<string> {
    return (await this.requests.create(wanted, cause)).pem;
  }

  /** Stores a certificate for the key of the last signing request, else for the key in use. Throws like {@link upload}. */
  async uploadForRequest(certificate: string, cause: Cause): Promise<CertificateView> {
    const { open } = this.requests;
    const isForRequest = open !== undefined && fitsKey(certificate, open.key);
    return this.upload(certificate, isForRequest ? undefined : (await this.inUse()).key, cause);
  }

  /** Creates a new key and certificate of the controller's own, with its current names and addresses. */
  async renew(cause: Cause): Promise<CertificateView> {
    const made = await this.#mutex.run(() => this.#make(cause));
    this.#notify();
    return certificateView(made, 'selfSigned');
  }

  /** Deletes the uploaded certificate and its key. Throws CERTIFICATE_UNKNOWN. */
  async remove(cause: Cause): Promise<CertificateView> {
    await this.#mutex.run(async () => {
      const custom = this.#custom;
      if (!custom) throw new ApiError('CERTIFICATE_UNKNOWN');
      await this.db.transaction(async () => {
        await this.audit.record({ ...auditRecord('delete', 'custom', custom), cause });
        await this.settings.change({ customSslCertEnabled: false }, cause);
      });
      await this.files.remove('custom');
      this.#custom = undefined;
    });
    this.#report();
    this.#notify();
    return this.view();
  }

  async #inUse(): Promise<CertificateInUse> {
    if (this.#custom && this.settings.get('customSslCertEnabled')) return this.#custom;
    this.#selfSigned ??= await this.#read('selfSigned');
    if (this.#selfSigned && !this.isDue(this.#selfSigned)) return this.#selfSigned;
    return this.#make(this.#selfSigned && { kind: 'system', who: 'certificates' });
  }

  /**
   * HTTPS must start on a full disk too: a certificate that cannot be stored is used until the next start. The first
   * one has no audit record, as it has no cause.
   */
  async #make(cause: Cause | undefined): Promise<CertificateInUse> {
    const made = await makeSelfSigned(ownNames(this.settings.get('hostName')), this.clock.now());
    this.#selfSigned = inUse(made, 'selfSigned');
    try {
      const putInPlace = await this.files.prepare('selfSigned', made);
      await putInPlace();
    } catch (error) {
      this.#logger.error(`The new certificate is used but could not be stored: ${(error as Error).message}`);
    }
    if (cause) await this.audit.tryToRecord({ ...auditRecord('renew', 'selfSigned', made), cause });
    else this.#logger.log(`Made a certificate for HTTPS: SHA-256 ${leafOf(made).fingerprint256}.`);
    return this.#selfSigned;
  }

  /** Reads a certificate; a damaged file is logged and counts as missing, so HTTPS starts with another one. */
  async #read(source: CertificateSource): Promise<CertificateInUse | undefined> {
    try {
      const stored = await this.files.read(source);
      return stored && inUse(stored, source);
    } catch (error) {
      this.#logger.error(`The stored certificate (${source}) cannot be used: ${(error as Error).message}`);
      return undefined;
    }
  }

  #report(): void {
    this.settings.report('customSslCertExists', this.#custom !== undefined);
    this.settings.report('customSslKeyExists', this.#custom !== undefined);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

function inUse(certificate: Certificate, source: CertificateSource): CertificateInUse {
  const leaf = leafOf(certificate);
  const isSelfSigned = leaf.verify(leaf.publicKey);
  return { ...certificate, source, validTo: validityOf(leaf).to, isSelfSigned };
}

function auditRecord(what: 'upload' | 'renew' | 'delete', source: CertificateSource, certificate: Certificate) {
  const { subject, fingerprint256, validTo } = certificateView(certificate, source);
  const facts = { subject, fingerprint256, validTo };
  return {
    kind: `certificate.${what}`,
    object: `certificate:${source}`,
    ...(what === 'delete' ? { before: facts } : { after: facts }),
  };
}
