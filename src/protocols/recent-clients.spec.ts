import { describe, expect, it } from '@jest/globals';
import { RecentClients } from './recent-clients.js';

describe('the recent clients', () => {
  it('are each listed once with the number of their requests, the newest first', () => {
    const clients = new RecentClients();
    clients.note('192.0.2.1', 'anna', 1000);
    clients.note('192.0.2.2', 'anna', 2000);
    clients.note('192.0.2.1', 'anna', 3000);
    expect(clients.all).toEqual([
      { address: '192.0.2.1', name: 'anna', lastSeen: 3000, requests: 2 },
      { address: '192.0.2.2', name: 'anna', lastSeen: 2000, requests: 1 },
    ]);
  });

  it('are at most ten: the one that was seen longest ago is forgotten', () => {
    const clients = new RecentClients();
    for (let n = 0; n < 1000; n++) clients.note(`192.0.2.${n % 250}`, 'role', n);
    expect(clients.all).toHaveLength(10);
    expect(clients.all.map(({ lastSeen }) => lastSeen)).toEqual([999, 998, 997, 996, 995, 994, 993, 992, 991, 990]);
  });
});
