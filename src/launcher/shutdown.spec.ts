import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { onStopSignals } from './shutdown.js';

const MINUTE = 60_000;
let at = 0;
let heard: string[];
let remove: () => void;

beforeEach(() => {
  jest.spyOn(performance, 'now').mockImplementation(() => at);
  heard = [];
  remove = onStopSignals(
    (signal) => heard.push(`stop by ${signal}`),
    () => heard.push('end'),
  );
});
afterEach(() => {
  remove();
  jest.restoreAllMocks();
});

it('Ctrl-C in a terminal is one request to stop, although npm passes it on', () => {
  process.emit('SIGINT', 'SIGINT');
  at += 100;
  process.emit('SIGINT', 'SIGINT');
  expect(heard).toEqual(['stop by SIGINT']);
});

it('a later signal is a second request, which ends the process at once', () => {
  process.emit('SIGTERM', 'SIGTERM');
  at += MINUTE;
  process.emit('SIGINT', 'SIGINT');
  expect(heard).toEqual(['stop by SIGTERM', 'end']);
});

it('its listeners can be removed', () => {
  const before = process.listenerCount('SIGTERM');
  remove();
  expect(process.listenerCount('SIGTERM')).toBe(before - 1);
});
