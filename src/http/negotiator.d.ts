/** The only method that is used here, and the member of a request that it reads. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { readonly headers: { readonly 'accept-encoding': string } });
    /** The best of those available; among equally welcome ones the first of `preferred`. */
    encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
  }
}
