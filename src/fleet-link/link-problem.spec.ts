import { expect, it } from '@jest/globals';
import { brokerProblemOf, problemOf } from './link-problem.js';

const WRONG_NAME = Object.assign(new Error(), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
const WRONG_AUTHORITY = Object.assign(new Error(), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
const REFUSED = Object.assign(new Error(), { code: 'ECONNREFUSED' });

it('a wrong certificate is that of the hub, or of the broker beside it, by who was connected to', () => {
  const said = [WRONG_NAME, WRONG_AUTHORITY].map((error) => [problemOf(error).message, brokerProblemOf(error).message]);
  for (const [ofHub, ofBroker] of said) {
    expect(ofHub).toMatch(/ RACKFEED_HUB/);
    expect(ofBroker).toMatch(/^The certificate of the broker /);
  }
  expect(brokerProblemOf(REFUSED)).toEqual(problemOf(REFUSED));
});
