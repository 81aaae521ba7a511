import { PduDriver } from '../hardware/pdu.driver.js';
import { powerMetrics } from '../hardware/power.metrics.js';
import type { BankModel } from '../hardware/profiles/pdu-model.js';
import type { BankReading } from '../hardware/snapshot.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { metricsOf, type MetricRow } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { BanksService } from './banks.service.js';

interface BankFacts {
  readonly bank: BankModel;
  readonly name: string;
  readonly reading: BankReading | undefined;
}

const bank = metricsOf<BankFacts>(({ bank: { id, inletId } }) => ({ bank: id, inlet: inletId }));

const ROWS: readonly MetricRow<BankFacts>[] = [
  metricsOf<BankFacts>(({ bank: { id, inletId, lines }, name }) => ({
    bank: id,
    inlet: inletId,
    name,
    lines: lines.join('-'),
  })).gauge('rackfeed_bank_info', 'Name and lines of the bank; always 1.', () => 1),
  ...powerMetrics('bank', bank),
  bank.gauge('rackfeed_bank_rating_amperes', "Current that the bank's breaker carries.", (each) => each.bank.breaker),
  bank.gauge(
    'rackfeed_bank_breaker_closed',
    "1 while the bank's breaker is closed, 0 when it has tripped.",
    ({ reading }) => reading?.breakerClosed,
  ),
];

/** The banks and their breakers. */
export const BANK_METRICS = metricsFrom(
  'banks',
  [PduDriver, SnapshotStore, BanksService],
  ({ model }, snapshots, banks) => ({
    needs: 'viewBankStats',
    rows: ROWS,
    subjects: () =>
      model.banks.map((each) => ({
        bank: each,
        name: banks.nameOf(each),
        reading: snapshots.current.banks[each.position],
      })),
  }),
);
