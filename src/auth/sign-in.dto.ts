/** The body of a sign-in; checked by hand, because a missing member is a failed sign-in and not an invalid body. */
export class SignInDto {
  /** @example "anna" */
  username: string;
  /** @example "an invented password" */
  password: string;
}
