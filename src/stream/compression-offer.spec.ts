import { describe, expect, it } from '@jest/globals';
import { array, assert, constantFrom, property, string } from 'fast-check';
import { acceptedOffer } from './compression-offer.js';

describe('an offer of compression', () => {
  it.each([
    ['of Firefox, aiohttp', 'permessage-deflate', 'permessage-deflate'],
    [
      'of Chromium, Python websockets, ws',
      'permessage-deflate; client_max_window_bits',
      'permessage-deflate; client_max_window_bits=10',
    ],
    [
      'with all parameters',
      'permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=15; client_max_window_bits=12',
      'permessage-deflate; server_max_window_bits=15; client_max_window_bits=10',
    ],
    [
      'with a smaller window of the client',
      'permessage-deflate; client_max_window_bits=8',
      'permessage-deflate; client_max_window_bits=8',
    ],
    [
      'with a quoted value',
      'permessage-deflate; server_max_window_bits="15"',
      'permessage-deflate; server_max_window_bits=15',
    ],
    ['without spaces', 'permessage-deflate;server_no_context_takeover', 'permessage-deflate'],
    ['after another extension', 'x-other; a="1, permessage", permessage-deflate', 'permessage-deflate'],
    [
      'whose first choice is a small window',
      'permessage-deflate; server_max_window_bits=10, permessage-deflate',
      'permessage-deflate',
    ],
    ['whose first choice is unknown', 'permessage-deflate; level=9, permessage-deflate', 'permessage-deflate'],
  ])('%s is accepted', (_, header, accepted) => {
    expect(acceptedOffer(header)).toBe(accepted);
  });

  it.each([
    ['that is missing', undefined],
    ['that is empty', ''],
    ['of another extension', 'x-webkit-deflate-frame'],
    ['in quotes', 'x-other; a="b, permessage-deflate, c"'],
    ['with a window that the shared message does not keep', 'permessage-deflate; server_max_window_bits=12'],
    ['with a window without a size', 'permessage-deflate; server_max_window_bits'],
    ['with a window of no size', 'permessage-deflate; client_max_window_bits=16'],
    ['with a value where none belongs', 'permessage-deflate; server_no_context_takeover=1'],
    ['with a parameter twice', 'permessage-deflate; client_no_context_takeover; client_no_context_takeover'],
    ['with an unknown parameter', 'permessage-deflate; level=9'],
    ['with a name that every object has', 'permessage-deflate; constructor'],
    ['with an empty parameter', 'permessage-deflate;'],
    ['that is too long', `permessage-deflate; ${' '.repeat(500)}`],
  ])('%s is declined', (_, header) => {
    expect(acceptedOffer(header)).toBeUndefined();
  });

  it('of any text is declined or answered with what ws understands', () => {
    const answer = /^permessage-deflate(; server_max_window_bits=15)?(; client_max_window_bits=(8|9|10))?$/;
    const isSound = (header: string): boolean => {
      const accepted = acceptedOffer(header);
      return accepted === undefined || answer.test(accepted);
    };
    const pieces = constantFrom(
      ...['permessage-deflate', 'server_max_window_bits', 'client_max_window_bits', 'server_no_context_takeover'],
      ...['=', '"', '\\', ';', ',', ' ', '15', '8', '9', '16', 'x'],
    );
    assert(property(string(), isSound));
    assert(property(array(pieces, { maxLength: 30 }), (parts) => isSound(parts.join(''))));
  });
});
