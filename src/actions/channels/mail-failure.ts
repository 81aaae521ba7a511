import type { MailSecurity } from '../../settings/mail-security.js';
import { codeOf, messageOf, reasonOf } from './undelivered.js';

/** Codes of OpenSSL for a certificate that no known authority vouches for. */
const UNTRUSTED =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER))/;
const UNTRUSTED_TEXT = /self-signed certificate|unable to (verify the first|get local issuer) certificate/i;

/** Why a mail server took no mail, and which setting helps where it speaks another way than it was spoken to. */
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
