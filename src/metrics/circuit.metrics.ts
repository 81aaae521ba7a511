import type { BankFacts, InletFacts, LineFacts } from './facts.js';
import { metricsOf, type MetricRow, type MetricObjects } from './metric.js';
import { powerMetrics } from './power.metrics.js';

const INLETS: MetricObjects<InletFacts> = { of: ({ inlets }) => inlets, labels: ({ inlet }) => ({ inlet: inlet.id }) };
const LINES: MetricObjects<LineFacts> = { of: ({ lines }) => lines, labels: ({ inlet, line }) => ({ inlet, line }) };
const BANKS: MetricObjects<BankFacts> = {
  of: ({ banks }) => banks,
  labels: ({ bank }) => ({ bank: bank.id, inlet: bank.inletId }),
};

const inlet = metricsOf(INLETS);
const line = metricsOf(LINES);
const bank = metricsOf(BANKS);

/** Inlets, their lines, and banks with their breakers. */
export const CIRCUIT_METRICS: readonly MetricRow[] = [
  metricsOf<InletFacts>({
    of: INLETS.of,
    labels: ({ inlet: { id, plug }, name }) => ({ inlet: id, name, plug }),
  }).gauge('rackfeed_inlet_info', 'Name and plug of the inlet; always 1.', () => 1),
  ...powerMetrics('inlet', INLETS),
  inlet.gauge('rackfeed_inlet_rating_amperes', 'Current that the inlet may carry.', (each) => each.inlet.ratedCurrent),
  inlet.gauge(
    'rackfeed_inlet_active',
    'Transfer switch: 1 on the inlet that feeds the load.',
    ({ reading }) => reading?.active,
  ),
  inlet.gauge(
    'rackfeed_inlet_ready',
    'Transfer switch: 1 while the inlet has mains within tolerance.',
    ({ reading }) => reading?.ready,
  ),
  line.gauge('rackfeed_inlet_line_current_amperes', 'RMS current of the line.', ({ reading }) => reading.current),
  line.gauge('rackfeed_inlet_line_voltage_volts', 'RMS voltage of the line.', ({ reading }) => reading.voltage),

  metricsOf<BankFacts>({
    of: BANKS.of,
    labels: ({ bank: { id, inletId, lines }, name }) => ({ bank: id, inlet: inletId, name, lines: lines.join('-') }),
  }).gauge('rackfeed_bank_info', 'Name and lines of the bank; always 1.', () => 1),
  ...powerMetrics('bank', BANKS),
  bank.gauge('rackfeed_bank_rating_amperes', "Current that the bank's breaker carries.", (each) => each.bank.breaker),
  bank.gauge(
    'rackfeed_bank_breaker_closed',
    "1 while the bank's breaker is closed, 0 when it has tripped.",
    ({ reading }) => reading?.breakerClosed,
  ),
];
