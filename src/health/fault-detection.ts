import type { FaultKind, FaultReport } from '../common/controller-faults.js';
import { EARLIEST_DATE, type Millis } from '../common/clock.js';
import type { HardwareFacts, HttpsFacts } from '../common/health-facts.js';
import { MAX_READING_AGE, readingAge, storageState, type HealthFacts } from './health.js';

const DAY: Millis = 24 * 60 * 60_000;
/** Days before the end of a certificate at which it is reported, each once. */
const CERTIFICATE_STAGES = [
  [0, 'ended'],
  [1, '1 day'],
  [7, '7 days'],
  [30, '30 days'],
] as const;
/** The controller renews its own certificate 30 days before the end; a missing renewal is a fault from this day on. */
const OWN_CERTIFICATE_DAYS = 7;

export interface FaultFacts extends HealthFacts {
  /** Wall clock. */
  readonly now: Millis;
  readonly databaseMessage: string | undefined;
}

/** The faults that a check once a second detects, for the registry. */
export function detectFaults(facts: FaultFacts): ReadonlyMap<FaultKind, FaultReport> {
  const found: [FaultKind, FaultReport | undefined][] = [
    ['hardware', facts.hardware ? hardwareFault(facts, facts.hardware) : undefined],
    [
      'storageFull',
      storageState(facts) === 'full' ? { message: storageText(facts, 'The storage is full.') } : undefined,
    ],
    ['storageFailing', storageFault(facts)],
    ['database', databaseFault(facts)],
    [
      'clock',
      facts.now < EARLIEST_DATE ? { message: facts.hardware ? CLOCK_NOT_SET : CLOCK_OF_HUB_NOT_SET } : undefined,
    ],
    ['certificate', facts.https && certificateFault(facts.https, facts.now)],
    ['https', facts.https?.enabled && facts.https.trouble !== undefined ? { message: facts.https.trouble } : undefined],
    ['protocols', facts.protocols?.problem === undefined ? undefined : { message: facts.protocols.problem }],
    ['backup', facts.backup?.trouble === undefined ? undefined : { message: facts.backup.trouble }],
  ];
  return new Map(found.flatMap(([kind, report]) => (report ? [[kind, report]] : [])));
}

/** The kinds that {@link detectFaults} detects: if absent from its result, they have ended. */
export const DETECTED_KINDS: readonly FaultKind[] = [
  'hardware',
  'storageFull',
  'storageFailing',
  'database',
  'clock',
  'certificate',
  'https',
  'protocols',
  'backup',
];

const CLOCK_NOT_SET =
  'The clock is not set: schedules run at the wrong time and certificates seem not to be valid yet. Set the time of ' +
  'the machine, or let it ask a time server.';
/** A hub has no hardware, and no schedules either. */
const CLOCK_OF_HUB_NOT_SET =
  'The clock is not set: entries of the log have the wrong time and certificates seem not to be valid yet. Set the ' +
  'time of the machine, or let it ask a time server.';

function hardwareFault(facts: FaultFacts, { driver }: HardwareFacts): FaultReport | undefined {
  const age = readingAge(facts) ?? facts.uptime;
  if (age <= MAX_READING_AGE) return undefined;
  return { message: `The PDU hardware (driver ${driver}) does not answer: outlets cannot be switched or read.` };
}

function storageFault(facts: FaultFacts): FaultReport | undefined {
  const stage = storageState(facts);
  if (stage === 'lost') {
    const lost =
      'Nothing on the storage can be written. Outlets are switched all the same; a reboot would not survive a crash.';
    return { stage, message: storageText(facts, lost) };
  }
  return stage === 'failing' ? { stage, message: storageText(facts, 'The storage cannot be written.') } : undefined;
}

const storageText = ({ databaseMessage }: FaultFacts, text: string): string =>
  databaseMessage === undefined ? text : `${text} (${databaseMessage})`;

function databaseFault({ database: { state }, databaseMessage }: FaultFacts): FaultReport | undefined {
  if (state !== 'restored' && state !== 'damaged') return undefined;
  return { stage: state, message: databaseMessage ?? `The database is ${state}.` };
}

/** The fault of the certificate in use; undefined while it is valid for long enough. */
export function certificateFault(
  { certificateEnds, isOwnCertificate }: Pick<HttpsFacts, 'certificateEnds' | 'isOwnCertificate'>,
  now: Millis,
): FaultReport | undefined {
  if (certificateEnds === undefined || now < EARLIEST_DATE) return undefined;
  const days = (certificateEnds - now) / DAY;
  const found = CERTIFICATE_STAGES.find(([most]) => days <= most);
  if (!found) return undefined;
  const [limit, stage] = found;
  if (isOwnCertificate && limit > OWN_CERTIFICATE_DAYS) return undefined;
  const date = new Date(certificateEnds).toISOString().slice(0, 16).replace('T', ' ');
  const mend = isOwnCertificate ? 'Renew it.' : 'Upload a new one, or go back to the self-signed one.';
  if (days <= 0)
    return { stage, message: `The certificate of HTTPS has ended (${date} UTC): browsers refuse it. ${mend}` };
  const left = days <= 1 ? 'within a day' : `in ${Math.floor(days)} days`;
  return { stage, message: `The certificate of HTTPS ends ${left} (${date} UTC). ${mend}` };
}
