/** Stands in answers where a secret is stored. Sent back, it leaves the secret as it is. */
export const SECRET_MASK = '--------';
