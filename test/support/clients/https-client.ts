/** HTTPS of a controller under test: enables it on a free port, and sends requests with a trusted certificate. */
import { execFile } from 'node:child_process';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { HttpsServerService } from '../../../src/tls/https-server.service.js';
import { freePort } from '../servers/free-port.js';
import { scaledTimeLimit } from '../time/time-limits.js';
import type { Client, Pdu } from '../app/pdu.js';

/** Enables HTTPS with further settings; answers its port. Retries when another program took the port meanwhile. */
export async function httpsOn(pdu: Pdu, admin: Client, settings: object = {}): Promise<number> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const port = await freePort();
    await admin.post('/api/conf', { webSslEnabled: true, webSslPort: port, ...settings });
    const https = pdu.app.get(HttpsServerService);
    await https.adjust();
    if (https.state.port === port) return port;
  }
  throw new Error('HTTPS found no free port.');
}

export interface SecureAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The SHA-256 of the controller's certificate. */
  readonly fingerprint: string;
}

/** Sends a request on a new TLS connection. Rejects a certificate that `ca` has not signed, or not for 127.0.0.1. */
export function secureRequest(
  port: number,
  path: string,
  { ca, method = 'GET', headers = {}, body }: { ca: string; method?: string; headers?: object; body?: unknown },
): Promise<SecureAnswer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, ca, headers: { ...headers }, agent: false } as const;
    const sent = request(options, (answer) => {
      const { fingerprint256 } = (answer.socket as TLSSocket).getPeerCertificate();
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, fingerprint: fingerprint256 }),
      );
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Runs a program with empty input; answers both its outputs and its exit status. */
export function runProgram(program: string, ...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(program, args, { timeout: scaledTimeLimit(20_000) }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
    child.stdin?.end();
  });
}
