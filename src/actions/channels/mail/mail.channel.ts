import { Injectable } from '@nestjs/common';
import { PduDriver } from '../../../hardware/pdu.driver.js';
import type { Delivery } from '../../../outbound/delivery.js';
import { codeOf, messageOf, permanentFailure, reasonOf, temporaryFailure } from '../../../outbound/delivery.js';
import type { OutboundTarget } from '../../../outbound/outbound-policy.service.js';
import { isResolved, OutboundService } from '../../../outbound/outbound.service.js';
import { printable } from '../../../common/text.js';
import { FORMATS } from '../../../common/formats.js';
import type { MailSecurity } from '../../../settings/mail-security.js';
import { mailSecurityOf } from '../../../settings/mail-security.js';
import { SettingsStore } from '../../../settings/settings.store.js';
import type { EventOccurrence } from '../../event-occurrence.js';
import { TrustedAuthorities } from '../trusted-authorities.js';
import { alarmMail, localTime, messageId, type Mail } from './mail.message.js';

/** Codes of OpenSSL for a certificate that no known authority vouches for. */
const UNTRUSTED =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER))/;
const UNTRUSTED_TEXT = /self-signed certificate|unable to (verify the first|get local issuer) certificate/i;

/** The reason why a mail server took no mail, with the setting that helps if it uses another kind of encryption. */
export function mailFailure(error: unknown, security: MailSecurity): string {
  const text = messageOf(error);
  if (/wrong version number|packet length too long|unknown protocol/i.test(text)) {
    return 'it does not speak TLS from the start on this port; set smtpSecurity to starttls, or to none';
  }
  if (security !== 'tls' && /greeting never received/i.test(text)) {
    return 'it sent no greeting; if it speaks TLS from the start, set smtpSecurity to tls';
  }
  if (/upgrading connection with STARTTLS|does not support required STARTTLS/i.test(text)) {
    return 'it does not offer STARTTLS; set smtpSecurity to tls if it speaks TLS from the start, or to none';
  }
  if (UNTRUSTED.test(codeOf(error) ?? '') || UNTRUSTED_TEXT.test(text)) {
    return 'no authority that this PDU trusts issued its certificate; set smtpCaCert to the one that did';
  }
  return reasonOf(error);
}

/** A mail server may take its time to greet; the library counts that as connecting. */
const CONNECTION_TIMEOUT_MS = 8000;
/** Less than the time limit of an idle connection, so that the error names the missing greeting. */
const GREETING_TIMEOUT_MS = 7500;

/** Sends mails through the mail server of the settings. */
@Injectable()
export class MailChannel {
  constructor(
    private readonly outbound: OutboundService,
    private readonly settings: SettingsStore,
    private readonly driver: PduDriver,
    private readonly authorities: TrustedAuthorities,
  ) {}

  preview(occurrence: EventOccurrence): Mail {
    return alarmMail(occurrence, {
      name: this.settings.get('deviceName'),
      serialNumber: this.#serialNumber,
      time: localTime(this.settings, occurrence.at),
    });
  }

  /** The missing settings without which no mail can be sent, as a sentence. */
  unavailableReason(): string | undefined {
    const missing = this.#missingSetting();
    return missing && `Mail is not configured: ${missing}.`;
  }

  /** Done when the server has taken the mail. */
  async send(to: string, occurrence: EventOccurrence, signal: AbortSignal): Promise<Delivery> {
    const unavailableReason = this.unavailableReason();
    if (unavailableReason !== undefined) return permanentFailure(unavailableReason);
    if ('wrong' in FORMATS.mailAddress(to)) return permanentFailure(`"${printable(to)}" is not an e-mail address.`);
    return this.outbound.send(signal, async () => {
      const target = await this.outbound.resolve(this.settings.get('smtpServer'), this.settings.get('smtpPort'));
      return isResolved(target) ? this.#sendTo(target, to, occurrence, signal) : target;
    });
  }

  get #serialNumber(): string {
    return this.driver.model.profile.enclosureSerialNumber;
  }

  #missingSetting(): string | undefined {
    if (this.settings.get('smtpServer') === '') return 'there is no mail server (smtpServer)';
    if (this.settings.get('smtpFrom') === '') return 'there is no sender (smtpFrom)';
    const isComplete = this.settings.get('smtpUsername') !== '' && this.settings.get('smtpPassword') !== '';
    if (this.settings.get('smtpAuthRequired') && !isComplete) {
      return 'the server asks for a user name and password (smtpUsername, smtpPassword)';
    }
    return undefined;
  }

  async #sendTo(
    target: OutboundTarget,
    to: string,
    occurrence: EventOccurrence,
    signal: AbortSignal,
  ): Promise<Delivery> {
    // Loaded by the first mail: most controllers never send one.
    const { createTransport } = await import('nodemailer');
    const from = this.settings.get('smtpFrom');
    const security = mailSecurityOf(this.settings.values);
    const transport = createTransport({
      ...this.#connection(target, security),
      ...LIMITS,
      name: this.settings.get('hostName'),
    });
    try {
      const { response } = await transport.sendMail({
        ...this.preview(occurrence),
        from: { name: this.settings.get('deviceName'), address: from },
        to: { name: '', address: to },
        envelope: { from, to: [to] },
        date: new Date(occurrence.at),
        messageId: messageId(occurrence, this.#serialNumber, to),
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
      return { delivered: true, detail: `The mail server took it: ${printable(response)}` };
    } catch (error) {
      return refused(error, this.settings.get('smtpServer'), security);
    } finally {
      transport.close();
    }
  }

  #connection({ address, host, port }: OutboundTarget, security: MailSecurity) {
    const trusted = this.settings.get('smtpCaCert') || this.authorities.pem;
    return {
      host: address,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      ...(host !== address && { servername: host }),
      tls: { minVersion: 'TLSv1.2' as const, ...(trusted !== undefined && { ca: trusted }) },
      ...(this.settings.get('smtpAuthRequired') && {
        auth: { user: this.settings.get('smtpUsername'), pass: this.settings.get('smtpPassword') },
      }),
    };
  }
}

const LIMITS = {
  connectionTimeout: CONNECTION_TIMEOUT_MS,
  greetingTimeout: GREETING_TIMEOUT_MS,
  socketTimeout: CONNECTION_TIMEOUT_MS,
  socketCloseTimeout: 0,
  maxResponseSize: 64 * 1024,
  logger: false,
} as const;

/** 5xx is the server's last word; 4xx, and a server that does not answer, may be different later. */
function refused(error: unknown, server: string, security: MailSecurity): Delivery {
  const status = (error as { readonly responseCode?: number }).responseCode ?? 0;
  const reason = `The mail server ${server} did not take it: ${mailFailure(error, security)}.`;
  return status >= 500 ? permanentFailure(reason) : temporaryFailure(reason);
}
