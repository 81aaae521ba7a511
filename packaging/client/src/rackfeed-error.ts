/** One wrong member of a body. */
export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
}

/** A refusal of the PDU; its message is a sentence that a person can act on. */
export class RackfeedError extends Error {
  override readonly name = 'RackfeedError';

  constructor(
    message: string,
    /** The HTTP status. */
    readonly status: number,
    /** The stable name of the error, such as `OUTLET_UNKNOWN`; absent where something else than the PDU answered. */
    readonly code?: string,
    readonly details: readonly ErrorDetail[] = [],
  ) {
    super(message);
  }

  /** The error in an answer. */
  static async of(response: Response): Promise<RackfeedError> {
    const body: unknown = await response.json().catch(() => undefined);
    const { message, code, details } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>;
    return new RackfeedError(message ?? `The PDU answered ${response.status}.`, response.status, code, details);
  }
}

interface ErrorBody {
  readonly message: string;
  readonly code: string;
  readonly details: readonly ErrorDetail[];
}
