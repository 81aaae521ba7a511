/** The properties of an operation that determine its possible errors. */
export interface OperationFacts {
  readonly path: string;
  readonly method: string;
  readonly isPublic: boolean;
  readonly hasBody: boolean;
}

interface StatusRow {
  readonly status: number;
  readonly description: string;
  readonly when: (operation: OperationFacts) => boolean;
}

const isSignIn = ({ path }: OperationFacts): boolean => path.endsWith('/login');
const checksPassword = ({ path }: OperationFacts): boolean => path.endsWith('/password');
const changesUser = ({ path, method }: OperationFacts): boolean => path.startsWith('/api/users') && method !== 'get';
/** True for paths that exist only on some models. */
const mayBeUnavailable = ({ path }: OperationFacts): boolean =>
  /^\/api\/(outlets?|relayOutputs?|simulator)\b/.test(path);

const ROWS: readonly StatusRow[] = [
  { status: 400, description: 'Reserved name, or the built-in administrator.', when: changesUser },
  {
    status: 401,
    description: 'The credential is missing, wrong or has ended.',
    when: (operation) => !operation.isPublic || isSignIn(operation),
  },
  {
    status: 403,
    description: "The role does not allow it, or the request comes from another site's page.",
    when: (operation) => !operation.isPublic || isSignIn(operation),
  },
  {
    status: 404,
    description: 'The object does not exist, or this model does not have it.',
    when: (operation) => operation.path.includes('{') || mayBeUnavailable(operation),
  },
  {
    status: 409,
    description: 'Another upload is under way, or the running version still has to prove itself.',
    when: ({ path, method }) => path === '/api/system/firmware' && method === 'post',
  },
  { status: 413, description: 'The body is too large.', when: ({ hasBody }) => hasBody },
  {
    status: 422,
    description: 'The body is not valid; the sentence says what is wrong.',
    when: ({ hasBody }) => hasBody,
  },
  {
    status: 429,
    description: 'Too many attempts; Retry-After says when to try again.',
    when: (operation) => isSignIn(operation) || checksPassword(operation),
  },
  { status: 500, description: 'The hardware or the storage failed, or a relay did not follow.', when: () => true },
];

/** The error statuses of an operation with their descriptions. */
export const errorStatuses = (operation: OperationFacts): readonly { status: number; description: string }[] =>
  ROWS.filter(({ when }) => when(operation)).map(({ status, description }) => ({ status, description }));
