import { UserView } from './user.view.js';

/** Another PDU. */
export class NeighbourView {
  /** @example "Rack 7 right" */
  name: string;
  /** The address of its pages. @example "https://pdu8.example.com/" */
  url: string;
}

/** The signed-in user, with what every user of this PDU may know of it. */
export class OwnUserView extends UserView {
  /** Name of the PDU (setting deviceName). @example "Rack 7 left" */
  deviceName: string;
  /** Place of the PDU (setting snmpLocation); empty if it is not set. @example "Berlin, row 7" */
  location: string;
  /** Zone of the times that the PDU shows (setting timezone). @example "Europe/Berlin" */
  timezone: string;
  /** The form of the unit, such as 0U, which the pages draw; absent on a hub. @example "2U" */
  formFactor?: string;
  /** False until the guided setup was finished or dismissed (setting setupSteps). */
  setupFinished: boolean;
  /** Other PDUs that the pages lead to (setting neighbours). */
  neighbours: NeighbourView[];
}
