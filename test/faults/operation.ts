import type { OnOff } from '../../src/common/units.js';

/** A command that was sent to the controller, and what is known of its answer. */
export interface Command {
  readonly order: OnOff | 'REBOOT';
  readonly sentAt: number;
  /** Life of the controller it was sent to. */
  readonly run: number;
  /** Set when no answer can come any more. */
  settledAt?: number;
  /** HTTP status of the answer; absent while there is none, and for good when none tells what became of the command. */
  status?: number;
  /** Another relay of the same command has moved: it was accepted, whether it was answered or not. */
  isSurelyAccepted?: boolean;
}

/** What one relay was asked to do. Nothing else is asked of it until the operation is over. */
export interface Operation {
  readonly relay: string;
  /** As the operation began. */
  readonly state: OnOff;
  /** From an OFF, or from the command where none is needed, to the ON, ms. */
  readonly wait: number;
  /** A reboot, any number of times, or its step in a group's ON. */
  readonly cycle: Command[];
  readonly cycleKind: 'reboot' | 'step';
  /** ON or OFF at once; after the cycle, if there is one. */
  last?: Command;
  /** Another command is still to be sent. */
  hasMore: boolean;
}

/** Commands of an operation in the order sent. */
export const commandsOf = ({ cycle, last }: Operation): Command[] => [...cycle, ...(last ? [last] : [])];

export const isAnswered = (command: Command): boolean => command.status === 200;
export const isAccepted = (command: Command): boolean => isAnswered(command) || command.isSurelyAccepted === true;
