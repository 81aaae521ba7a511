import { describe, expect, it } from '@jest/globals';
import { webAddressOf } from './web-address.js';

describe('the address of a link', () => {
  it.each(['http://ups.example/', 'HTTPS://192.0.2.8:8443/status?unit=1#now'])('is that of a page: %s', (text) => {
    expect(webAddressOf(text)?.href).toBe(new URL(text).href);
  });

  it.each([
    '',
    'ups.example',
    '//ups.example/',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'JavaScript://ups.example/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://ups.example/1',
    'file:///etc/passwd',
    'https://',
  ])('is never %j', (text) => {
    expect(webAddressOf(text)).toBeUndefined();
  });
});
