/** The controller is about to restart. */
export class RebootView {
  rebooting: true;
  /** A sentence for the operator. @example "The controller restarts; the outlets stay as they are." */
  message: string;
}

export const REBOOTING: RebootView = {
  rebooting: true,
  message: 'The controller restarts; power to the outlets is not affected.',
};
