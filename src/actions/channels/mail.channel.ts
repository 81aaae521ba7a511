import { Injectable } from '@nestjs/common';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { Target } from '../../outbound/outbound-targets.service.js';
import { FORMATS } from '../../settings/formats.js';
import { mailSecurityOf, type MailSecurity } from '../../settings/mail-security.js';
import { SettingsStore } from '../../settings/settings.store.js';
import type { Firing } from '../firing.js';
import { Authorities } from './authorities.js';
import type { Delivery } from './channel.js';
import { localTime } from './local-time.js';
import { mailFailure } from './mail-failure.js';
import { alarmMail, messageId, type Mail } from './mail.message.js';
import { isReached, Outbound } from './outbound.service.js';
import { later, never, printable } from './undelivered.js';

/** A mail server may take its time to greet; the library counts that as connecting. */
const STEP_MS = 8000;
/** Less than the silence of a connection may last, which begins with it: the error must name the missing greeting. */
const GREETING_MS = 7500;

/** Sends mails through the mail server of the settings. */
@Injectable()
export class MailChannel {
  constructor(
    private readonly outbound: Outbound,
    private readonly settings: SettingsStore,
    private readonly driver: PduDriver,
    private readonly authorities: Authorities,
  ) {}

  preview(_to: string, firing: Firing): Mail {
    return alarmMail(firing, {
      name: this.settings.get('deviceName'),
      serialNumber: this.#serialNumber,
      time: localTime(this.settings, firing.at),
    });
  }

  /** What must be set before any mail can leave, as a sentence. */
  obstacle(): string | undefined {
    const missing = this.#missing();
    return missing && `Mail is not configured: ${missing}.`;
  }

  /** Done when the server has taken the mail. */
  async send(to: string, firing: Firing): Promise<Delivery> {
    const obstacle = this.obstacle();
    if (obstacle !== undefined) return never(obstacle);
    if (!FORMATS.mailAddress.holds(to)) return never(`"${printable(to)}" is not an e-mail address.`);
    return this.outbound.send(async (signal) => {
      const target = await this.outbound.reach(this.settings.get('smtpServer'), this.settings.get('smtpPort'));
      return isReached(target) ? this.#sendTo(target, to, firing, signal) : target;
    });
  }

  get #serialNumber(): string {
    return this.driver.model.profile.enclosureSerialNumber;
  }

  #missing(): string | undefined {
    if (this.settings.get('smtpServer') === '') return 'there is no mail server (smtpServer)';
    if (this.settings.get('smtpFrom') === '') return 'there is no sender (smtpFrom)';
    const isComplete = this.settings.get('smtpUsername') !== '' && this.settings.get('smtpPassword') !== '';
    if (this.settings.get('smtpAuthRequired') && !isComplete) {
      return 'the server asks for a user name and password (smtpUsername, smtpPassword)';
    }
    return undefined;
  }

  async #sendTo(target: Target, to: string, firing: Firing, signal: AbortSignal): Promise<Delivery> {
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
        ...this.preview(to, firing),
        from: { name: this.settings.get('deviceName'), address: from },
        to: { name: '', address: to },
        envelope: { from, to: [to] },
        date: new Date(firing.at),
        messageId: messageId(firing, this.#serialNumber, to),
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

  #connection({ address, host, port }: Target, security: MailSecurity) {
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
  connectionTimeout: STEP_MS,
  greetingTimeout: GREETING_MS,
  socketTimeout: STEP_MS,
  socketCloseTimeout: 0,
  maxResponseSize: 64 * 1024,
  logger: false,
} as const;

/** 5xx is the server's last word; 4xx, and a server that does not answer, may be different later. */
function refused(error: unknown, server: string, security: MailSecurity): Delivery {
  const status = (error as { readonly responseCode?: number }).responseCode ?? 0;
  const reason = `The mail server ${server} did not take it: ${mailFailure(error, security)}.`;
  return status >= 500 ? never(reason) : later(reason);
}
