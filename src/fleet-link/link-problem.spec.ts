import { expect, it } from '@jest/globals';
import { brokerProblemOf, problemOf } from './link-problem.js';

const BROKER = { host: 'broker.example', port: 8884 };
const failure = (code: string | number) => Object.assign(new Error(), { code });
const said = (error: Error) => [problemOf(error).message, brokerProblemOf(error, BROKER).message];

it('a wrong certificate is that of the hub, or of the broker beside it, by who was connected to', () => {
  for (const code of ['ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN', 'CERT_HAS_EXPIRED']) {
    const [ofHub, ofBroker] = said(failure(code));
    expect(ofHub).not.toMatch(/broker/);
    expect(ofBroker).toMatch(/^The certificate of the broker /);
  }
});

it.each([4, 5])('only the hub says by the code %i that a PDU was revoked: a broker may not know it yet', (code) => {
  const [ofHub, ofBroker] = said(failure(code));
  expect(ofHub).toMatch(/^The hub does not admit this PDU: it was revoked there/);
  expect(ofBroker).toMatch(/^The broker of the hub does not admit this PDU: it does not know the PDU yet/);
});

it('a broker that is not available does not say that the PDU has sent too much', () => {
  const [ofHub, ofBroker] = said(failure(3));
  expect(ofHub).toMatch(/sent too much/);
  expect(ofBroker).toBe('The broker of the hub says that it is not available now.');
});

it('what cannot be reached is named: the hub, or the broker with its address, which no variable of the PDU has', () => {
  const reason = 'nothing listens there (connection refused)';
  expect(said(failure('ECONNREFUSED'))).toEqual([
    `The hub cannot be reached: ${reason}.`,
    `The broker broker.example port 8884 of the hub cannot be reached: ${reason}.`,
  ]);
  expect(said(new Error('connack timeout'))).toEqual([
    'The hub cannot be reached: it accepts connections, but does not answer as a hub.',
    'The broker broker.example port 8884 of the hub cannot be reached: it accepts connections, but does not answer as an MQTT broker.',
  ]);
});
