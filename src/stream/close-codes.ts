/** The reasons for closing a stream: the WebSocket code and a sentence of at most 123 bytes. */
export const CLOSED = {
  STOPPING: [1001, 'Rackfeed is stopping; connect again in a moment.'],
  TOO_TALKATIVE: [1008, 'Nothing more is expected after the first message.'],
  FAILED: [1011, 'Something unexpected went wrong; the log has the details.'],
  FULL: [1013, 'Too many streams are open; try again later.'],
  SILENT: [4401, 'No credential came within 10 seconds.'],
  FIRST_MESSAGE: [4401, 'The first message must be {"cookie": "<session token>"} or {"token": "<access token>"}.'],
  NOT_SIGNED_IN: [4401, 'The session or token is not valid, or has ended.'],
  FOREIGN_ORIGIN: [4403, 'The connection comes from a page of another site.'],
} as const satisfies Record<string, readonly [code: number, reason: string]>;

export type CloseReason = keyof typeof CLOSED;
