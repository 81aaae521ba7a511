import type { OnOff } from '../../src/common/units.js';

/** A command that was sent to the controller, and its answer as far as known. */
export interface Command {
  readonly order: OnOff | 'REBOOT';
  readonly sentAt: number;
  /** The run of the controller that it was sent to. */
  readonly run: number;
  /** Set when no answer can come any more. */
  settledAt?: number;
  /** HTTP status of the answer; absent while there is none, and for good if the result of the command is unknown. */
  status?: number;
  /** True when another relay of the same command has moved: it was accepted, even without an answer. */
  isSurelyAccepted?: boolean;
}

/** The commands to one relay. It gets no others until the operation is over. */
export interface Operation {
  readonly relay: string;
  /** The state of the relay when the operation began. */
  readonly state: OnOff;
  /** The time from the OFF, or from the command if none is needed, to the ON, ms. */
  readonly wait: number;
  /** The commands of a reboot, sent once or repeatedly, or of a step in a group's ON. */
  readonly cycle: Command[];
  readonly cycleKind: 'reboot' | 'step';
  /** An immediate ON or OFF; after the cycle, if there is one. */
  last?: Command;
  /** True while another command is still to be sent. */
  hasMore: boolean;
}

/** The commands of an operation in the order sent. */
export const commandsOf = ({ cycle, last }: Operation): Command[] => [...cycle, ...(last ? [last] : [])];

export const isAnswered = (command: Command): boolean => command.status === 200;
export const isAccepted = (command: Command): boolean => isAnswered(command) || command.isSurelyAccepted === true;
