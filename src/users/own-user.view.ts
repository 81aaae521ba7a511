import { UserView } from './user.view.js';

/** Another PDU. */
export class NeighbourView {
  name: string;
  /** The address of its pages. */
  url: string;
}

/** The signed-in user, with what every user of this PDU may know of it. */
export class OwnUserView extends UserView {
  /** Name of the PDU (setting deviceName). */
  deviceName: string;
  /** Place of the PDU (setting snmpLocation); empty if it is not set. */
  location: string;
  /** Zone of the times that the PDU shows (setting timezone). */
  timezone: string;
  /** The form of the unit, such as 0U, which the pages draw; absent on a hub. */
  formFactor?: string;
  /** False until the guided setup was finished or dismissed (setting setupSteps). */
  setupFinished: boolean;
  /** Other PDUs that the pages lead to (setting neighbours). */
  neighbours: NeighbourView[];
}
