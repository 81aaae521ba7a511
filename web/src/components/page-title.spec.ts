import { describe, expect, it } from '@jest/globals';
import { joined } from './page-title.js';

describe('the title of a tab', () => {
  it('has the alarms, the device, the page and the product', () => {
    expect(joined(['● 2 alarms', 'Rack 12', 'Outlets', 'Rackfeed'])).toBe('● 2 alarms – Rack 12 – Outlets – Rackfeed');
  });

  it('leaves out an empty part, and says the name of the device once', () => {
    expect(joined(['', 'Rack 12', 'Rack 12', 'Rackfeed'])).toBe('Rack 12 – Rackfeed');
  });
});
