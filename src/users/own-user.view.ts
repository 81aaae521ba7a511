import { UserView } from './user.view.js';

/** The signed-in user, with what every user of this PDU may know of it. */
export class OwnUserView extends UserView {
  /** Name of the PDU (setting deviceName). */
  deviceName: string;
  /** Zone of the times that the PDU shows (setting timezone). */
  timezone: string;
}
