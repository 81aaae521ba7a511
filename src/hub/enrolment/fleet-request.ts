import { parseBody, UnusableBody } from '../../common/body.js';
import { ApiError } from '../../common/errors.js';
import { NAME, text, textThat, type ValueKind } from '../../common/values.js';
import { objectOf } from '../../fleet-wire/members.js';

const TOKEN = textThat((given) => given.length <= 200, 'a token');
const REQUEST = textThat((given) => given.length <= 16_384, 'a certificate request in PEM');
const WORD = text({ max: 64 });

const ENROL = objectOf({ token: TOKEN, request: REQUEST, serial: WORD, model: WORD, name: NAME, release: WORD });
const RENEW = objectOf({ request: REQUEST });

type Value<K> = K extends ValueKind<infer T> ? T : never;
export type EnrolRequest = Value<typeof ENROL>;
export type RenewRequest = Value<typeof RENEW>;

/** Throws the 422 of a body that is no such request. */
export const enrolRequestIn = (body: Buffer): EnrolRequest => read(ENROL, body);
export const renewRequestIn = (body: Buffer): RenewRequest => read(RENEW, body);

function read<T>(kind: ValueKind<T>, bytes: Buffer): T {
  const body = parseBody(bytes);
  if (body instanceof UnusableBody) throw new ApiError(body.code);
  const value = kind(body);
  if ('value' in value) return value.value;
  throw new ApiError('VALIDATION_FAILED', `The body must be ${value.wrong}.`);
}
