import { Code } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { Facts } from '../../components/facts.js';
import { deviceNow } from '../../live/device-now.js';
import { StateLabel } from '../../components/state-label.js';

const DAY = 86_400;
/** The expiry is announced this many days before. */
const SOON_DAYS = 30;

/** The content of a certificate, with a warning if it expires soon or has expired. */
export function CertificateFacts({ certificate }: { readonly certificate: Schema['CertificateView'] }) {
  const { times } = useSession();
  const { source, subject, issuer, subjectAltNames, validFrom, validTo, fingerprint256, keyType } = certificate;
  const texts = words.certificate;
  return (
    <>
      <Facts
        hasTimes
        rows={[
          [texts.source, texts.sources[source]],
          [texts.subject, subject],
          [texts.issuer, issuer],
          [texts.key, keyType],
          [texts.validFrom, times.dateTime(validFrom)],
          [
            texts.validTo,
            <>
              {times.dateTime(validTo)} <Ending at={Date.parse(validTo)} />
            </>,
          ],
        ]}
      />
      <dl className="facts" style={{ display: 'block', marginTop: 8 }}>
        <dt>{texts.names}</dt>
        <dd>{subjectAltNames.join(', ')}</dd>
        <dt style={{ marginTop: 8 }}>{texts.fingerprint}</dt>
        <dd>
          <Code style={{ whiteSpace: 'normal' }}>{fingerprint256}</Code>
        </dd>
      </dl>
    </>
  );
}

function Ending({ at }: { readonly at: number }) {
  const days = Math.ceil((at / 1000 - deviceNow()) / DAY);
  if (days <= 0) return <StateLabel tone="bad">{words.certificate.expired}</StateLabel>;
  return days <= SOON_DAYS ? <StateLabel tone="warn">{words.certificate.endsSoon(days)}</StateLabel> : null;
}
