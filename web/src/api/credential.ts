let token: string | undefined;

/** The access token that every request and the stream of this page are sent with; without one, the session cookie counts. */
export const accessToken = (): string | undefined => token;

export function sendAccessToken(given: string | undefined): void {
  token = given;
}
