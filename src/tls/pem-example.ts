/** PEM text for the API document; nobody takes it for a certificate or key that works. */
export const pemExample = (label: string): string =>
  `-----BEGIN ${label}-----\nMIIB… (shortened)\n-----END ${label}-----\n`;
