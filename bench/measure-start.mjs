import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';

/**
 * Starts a Node program, sends requests until it answers, and stops it.
 *
 * @returns ms from the start of the process to the first answer, processor time until then, and the resident memory
 *   `rest` ms later
 */
export async function measureStart(command, environment, rest = 2000) {
  const port = await freePort();
  const from = performance.now();
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment, RACKFEED_PORT: String(port), BENCH_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 2));
  const ms = performance.now() - from;
  const cpu = processorMs(child.pid);
  await new Promise((resolve) => setTimeout(resolve, rest));
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
  child.kill();
  await once(child, 'exit');
  return { ms, cpu, megabytes };
}

/** proc(5): user and system time are fields 14 and 15, in hundredths of a second. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** True when there was an HTTP answer of any status. */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => socket.write('GET /api/outlets HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'));
    socket.on('data', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
  });
