/** What a sign-in sends; looked at by hand, because a missing member is a failed sign-in and not a wrong body. */
export class SignInDto {
  username: string;
  password: string;
}
