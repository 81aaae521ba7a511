/** An error of the controller as it answers one. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly details: readonly { readonly field: string; readonly message: string }[];
}

/** The answers that have texts of the controller, by method and path, each with what translates them. */
export type Answers = Readonly<Record<string, (answer: never) => unknown>>;

/** The texts of the controller in one language. */
export interface Translation {
  readonly answers: Answers;
  /** Undefined for an error that this language does not know. */
  readonly failure: (failure: Failure) => Failure | undefined;
}
