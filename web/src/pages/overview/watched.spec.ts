import { beforeAll, describe, expect, it } from '@jest/globals';
import type { PermissionFlag } from '../../session/rights.js';
import { watchedPart } from './watched.js';
import { loadWords } from '../../language/words.js';

beforeAll(() => loadWords('base'));

const aRole = (flags: readonly PermissionFlag[], isAdministrator = false) => ({
  isAdministrator,
  can: (flag: PermissionFlag) => isAdministrator || flags.includes(flag),
});

describe('what "no alarms" is said about', () => {
  it('is the whole PDU for an administrator', () => {
    expect(watchedPart(aRole([], true), { outlets: 16 })).toBeUndefined();
  });

  it('names the outlets for a role that sees all the rest: there may be others', () => {
    const all = aRole(['viewInletStats', 'viewBankStats', 'viewEventActions']);
    expect(watchedPart(all, { outlets: 3 })).toBe('Your 3 outlets, inlets, breakers, and events are OK.');
  });

  it('is only the outlets of a role that sees nothing else', () => {
    expect(watchedPart(aRole([]), { outlets: 3 })).toBe(
      'Your 3 outlets are OK. Inlets, breakers, and events are not visible to your role.',
    );
    expect(watchedPart(aRole(['viewBankStats']), { outlets: 1 })).toBe(
      'Your outlet and breakers are OK. Inlets and events are not visible to your role.',
    );
  });

  it('claims nothing to be fine of which nothing is seen', () => {
    expect(watchedPart(aRole([]), { outlets: 0 })).toBe('Inlets, breakers, and events are not visible to your role.');
  });
});
