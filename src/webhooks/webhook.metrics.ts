import { metricsOfOne, type Sample } from '../metrics/metric.js';
import { metricsFrom } from '../metrics/metrics.js';
import { WebhookDeliveriesService } from './delivery/webhook-deliveries.service.js';
import { WebhookStore } from './webhook.store.js';

interface WebhookFacts {
  readonly deliveries: readonly Sample[];
  readonly waiting: readonly Sample[];
}

const { gauge, counter } = metricsOfOne<WebhookFacts>();

/** Counts the messages of webhooks. */
export const WEBHOOK_METRICS = metricsFrom(
  'webhooks',
  [WebhookStore, WebhookDeliveriesService],
  (store, deliveries) => ({
    needs: 'viewEventActions',
    rows: [
      counter(
        'rackfeed_webhook_deliveries_total',
        'Messages delivered and dropped, and attempts that failed and are repeated, by webhook.',
        (facts) => facts.deliveries,
      ),
      gauge(
        'rackfeed_webhook_messages_waiting',
        'Messages that wait for an attempt, by webhook.',
        (facts) => facts.waiting,
      ),
    ],
    subjects: () => [
      {
        deliveries: deliveries.log.counts.map(({ webhook, result, value }) => ({
          labels: { webhook: String(webhook), result },
          value,
        })),
        waiting: store.all().map(({ id }) => ({
          labels: { webhook: String(id) },
          value: deliveries.waiting(id).length,
        })),
      },
    ],
  }),
);
