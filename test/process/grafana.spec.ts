/** The dashboard and the alerts that come with the product, checked without Grafana. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Pdu } from '../support/app/pdu.js';
import { describeWith } from '../support/process/programs.js';
import { freePort } from '../support/servers/free-port.js';
import { eventually, scaledTimeLimit } from '../support/time/time-limits.js';

const ROOT = join(import.meta.dirname, '../..');
const RULES = join(ROOT, 'packaging/prometheus/rackfeed.rules.yml');

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}

const dashboard = JSON.parse(readFileSync(join(ROOT, 'packaging/grafana/rackfeed.json'), 'utf8')) as Dashboard;
/** The expressions of all panels, with every PDU and outlet in place of the variables. */
const expressions = dashboard.panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr.replaceAll('$instance', '.+').replaceAll('$outlet', '.*')),
);
const rules = readFileSync(RULES, 'utf8');
const alerts = Array.from(rules.matchAll(/^ +expr: (.+)$/gm), ([, expr = '']) => expr);
const metricNames = (text: string): string[] => text.match(/\b(rackfeed|process)_[a-z_]+/g) ?? [];

/** Core panels of Grafana 10. */
const CORE = ['row', 'stat', 'bargauge', 'table', 'timeseries', 'state-timeline'];

let pdu: Pdu;
let bearer: string;
beforeAll(async () => {
  pdu = await aPdu();
  const admin = await pdu.as('admin');
  bearer = (await admin.post(`/api/users/${admin.userId}/token`)).body.accessToken as string;
});
afterAll(() => pdu.stop());

describe('the dashboard', () => {
  it('has panels that every Grafana has, each in a place of its own', () => {
    expect(dashboard.panels.filter(({ type }) => !CORE.includes(type))).toEqual([]);
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    expect(expressions.length).toBeGreaterThanOrEqual(20);
  });

  it('uses only variables that it has', () => {
    const known = new Set(dashboard.templating.list.map(({ name }) => name));
    const used = JSON.stringify(dashboard).match(/\$\{?([a-z]+)\}?/g) ?? [];
    expect(used.filter((each) => !known.has(each.replace(/[${}]/g, '')))).toEqual([]);
  });

  it('and the alerts name only metrics of a scrape', async () => {
    const { body } = await pdu.request('GET', '/metrics', undefined, { authorization: `Bearer ${bearer}` });
    const scraped = new Set(metricNames(String(body)));
    const named = [...expressions, ...alerts].flatMap(metricNames);
    // Present only while HTTPS is on.
    const absent = ['rackfeed_https_certificate_expiry_timestamp_seconds'];
    expect([...new Set(named)].filter((name) => !scraped.has(name) && !absent.includes(name))).toEqual([]);
    expect(alerts.length).toBeGreaterThanOrEqual(8);
  });
});

describeWith('promtool', 'promtool', () => {
  it('accepts each expression of the dashboard, and the alerts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rules-'));
    const file = join(folder, 'dashboard.yml');
    const records = expressions.map((expr, place) => ({ record: `dashboard:${place}`, expr }));
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: records }] }));
    const said = execFileSync('promtool', ['check', 'rules', file, RULES], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(said).toContain(`SUCCESS: ${expressions.length} rules found`);
    expect(said).toContain(`SUCCESS: ${alerts.length} rules found`);
  });
});

/** Empty by good news: nothing is to be warned of, or HTTPS is off. */
const MAY_BE_EMPTY = ['rackfeed_https_certificate_expiry_timestamp_seconds'];

describeWith('prometheus', 'Prometheus', () => {
  it(
    'scrapes the controller, and every expression of the dashboard answers',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
      const port = await freePort();
      const config = {
        global: { scrape_interval: '1s' },
        rule_files: [RULES],
        scrape_configs: [
          {
            job_name: 'pdu',
            authorization: { credentials: bearer },
            static_configs: [{ targets: [pdu.url.slice(7)] }],
          },
        ],
      };
      writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
      const prometheus = spawn(
        'prometheus',
        [
          `--config.file=${folder}/prometheus.yml`,
          `--storage.tsdb.path=${folder}/data`,
          `--web.listen-address=127.0.0.1:${port}`,
        ],
        { stdio: 'ignore' },
      );
      const answers = async (query: string): Promise<number> => {
        const end = Date.now() / 1000;
        const range = new URLSearchParams({ query, start: String(end - 60), end: String(end), step: '5' });
        const response = await fetch(`http://127.0.0.1:${port}/api/v1/query_range?${range.toString()}`);
        const { data } = (await response.json()) as { data?: { result: unknown[] } };
        return data?.result.length ?? -1;
      };
      try {
        const waitsFor = expressions.filter((expr) => !MAY_BE_EMPTY.some((name) => expr.includes(name)));
        for (const expr of waitsFor) {
          await eventually(async () => {
            await pdu.poll();
            return (await answers(expr).catch(() => -1)) > 0;
          });
        }
        for (const expr of alerts) expect([expr, (await answers(expr)) >= 0]).toEqual([expr, true]);
      } finally {
        prometheus.kill('SIGKILL');
        await once(prometheus, 'close');
        rmSync(folder, { recursive: true, force: true });
      }
    },
    scaledTimeLimit(120_000),
  );
});
