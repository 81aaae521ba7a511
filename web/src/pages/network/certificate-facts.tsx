import { Code } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { Facts } from '../../parts/facts.js';
import { Word } from '../../parts/word.js';

const DAY_MS = 86_400_000;
/** From then on it is said that it will end. */
const SOON_DAYS = 30;

/** What a certificate says, with a word when it ends soon or has ended. */
export function CertificateFacts({ certificate }: { readonly certificate: Schema['CertificateView'] }) {
  const { times } = useSession();
  const { source, subject, issuer, subjectAltNames, validFrom, validTo, fingerprint256, keyType } = certificate;
  const words = en.certificate;
  return (
    <>
      <Facts
        rows={[
          [words.source, words.sources[source]],
          [words.subject, subject],
          [words.issuer, issuer],
          [words.key, keyType],
          [words.validFrom, times.dateTime(validFrom)],
          [
            words.validTo,
            <>
              {times.dateTime(validTo)} <Ending at={Date.parse(validTo)} />
            </>,
          ],
        ]}
      />
      <dl className="facts" style={{ display: 'block', marginTop: 8 }}>
        <dt>{words.names}</dt>
        <dd>{subjectAltNames.join(', ')}</dd>
        <dt style={{ marginTop: 8 }}>{words.fingerprint}</dt>
        <dd>
          <Code style={{ whiteSpace: 'normal' }}>{fingerprint256}</Code>
        </dd>
      </dl>
    </>
  );
}

function Ending({ at }: { readonly at: number }) {
  const days = Math.ceil((at - Date.now()) / DAY_MS);
  if (days <= 0) return <Word tone="bad">{en.certificate.expired}</Word>;
  return days <= SOON_DAYS ? <Word tone="warn">{en.certificate.endsSoon(days)}</Word> : null;
}
