import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Access, CallerWithAddress } from '../common/access.js';
import { Clock, type Millis } from '../common/clock.js';
import { ApiError } from '../common/errors.js';
import { isRelayOutputId } from '../common/ids.js';
import type { OnOff, Seconds } from '../common/units.js';
import type { RelayCommands } from './relay-commands.js';
import type { UndoOfferView } from './undo.view.js';

/** For so long a switching can be taken back. */
export const UNDO_VALID: Millis = 60_000;
/** Largest number of offers in memory, of everybody and of one user; the oldest leave first. */
const MAX_OFFERS = 256;
const MAX_OFFERS_OF_USER = 16;
/** 128 random bits cannot be guessed within the time of an offer. */
const TOKEN_BYTES = 16;

/** A group whose command is to be taken back: its sequence turns the outlets on again. */
export interface UndoneGroup {
  /** Its name in the audit log, which is also that of its sequence. */
  readonly object: string;
  readonly delay: Seconds;
}

/** A relay that a command has moved, with the number of that command. */
interface MovedRelay {
  readonly id: string;
  readonly command: number;
}

/** A switching that can be taken back. All of its relays were in the other state before. */
export interface UndoOffer {
  readonly token: string;
  readonly userId: string;
  /** The moment before the command, wall clock. */
  readonly begunAt: Millis;
  /** Clock.uptime(). */
  readonly expiresAt: Millis;
  readonly state: OnOff;
  /** In the order of the command. */
  readonly moved: readonly MovedRelay[];
  readonly group: UndoneGroup | undefined;
  isUsed: boolean;
}

/** The states before a command. */
export interface StatesBefore {
  /** The member `undo` of the answer, once the command has been carried out; empty where there is none. */
  offer(caller: CallerWithAddress, command: OnOff | 'REBOOT' | undefined): { readonly undo?: UndoOfferView };
}

/** The newest switchings of each user that can be taken back. In memory only: none survives a restart. */
@Injectable()
export class UndoOffers {
  /** By their tokens, the oldest first. */
  readonly #offers = new Map<string, UndoOffer>();
  /** The same by their users. */
  readonly #ofUsers = new Map<string, Set<UndoOffer>>();

  constructor(private readonly clock: Clock) {}

  /**
   * Notes how relays stand before a command. A relay that stood so already is not taken back, and neither is a reboot.
   * A relay that a power cycle is about to turn on counts as on.
   */
  before(relays: RelayCommands, ids: readonly string[], group?: UndoneGroup): StatesBefore {
    const states = new Map(ids.map((id) => [id, relays.stateToCome(id)]));
    const begunAt = this.clock.now();
    return {
      offer: (caller, command) => {
        if (command === undefined || command === 'REBOOT' || !answersHttp(caller)) return {};
        // An offer says that a relay stood otherwise before, which only those may know who may view it.
        if (!ids.every((id) => mayView(caller.access, id))) return {};
        const moved = ids.filter((id) => {
          const state = states.get(id);
          return state !== undefined && state !== command && relays.stateToCome(id) === command;
        });
        if (moved.length === 0) return {};
        const { token } = this.#add({
          token: randomBytes(TOKEN_BYTES).toString('base64url'),
          userId: caller.userId,
          begunAt,
          expiresAt: this.clock.uptime() + UNDO_VALID,
          state: command,
          moved: moved.map((id) => ({ id, command: relays.lastCommandOf(id) })),
          group,
          isUsed: false,
        });
        return { undo: { token, expires: new Date(this.clock.now() + UNDO_VALID).toISOString() } };
      },
    };
  }

  /** The offer of a token. Throws UNDO_UNKNOWN, also for that of another user, UNDO_USED or UNDO_EXPIRED. */
  find(token: string, userId: string): UndoOffer {
    const offer = this.#offers.get(token);
    if (offer?.userId !== userId) throw new ApiError('UNDO_UNKNOWN');
    if (offer.isUsed) throw new ApiError('UNDO_USED');
    if (this.clock.uptime() >= offer.expiresAt) throw new ApiError('UNDO_EXPIRED');
    return offer;
  }

  #add(offer: UndoOffer): UndoOffer {
    const own = this.#ofUsers.get(offer.userId) ?? new Set();
    this.#ofUsers.set(offer.userId, own.add(offer));
    this.#offers.set(offer.token, offer);
    if (own.size > MAX_OFFERS_OF_USER) this.#removeFirst(own);
    if (this.#offers.size > MAX_OFFERS) this.#removeFirst(this.#offers.values());
    return offer;
  }

  #removeFirst([offer]: Iterable<UndoOffer>): void {
    if (!offer) return;
    this.#offers.delete(offer.token);
    const own = this.#ofUsers.get(offer.userId);
    own?.delete(offer);
    if (own?.size === 0) this.#ofUsers.delete(offer.userId);
  }
}

const mayView = (access: Access, id: string): boolean =>
  isRelayOutputId(id) ? access.can('viewPortInfo') : access.mayView(id);

/** True for callers over HTTP: the other protocols have no answer that could carry a token. */
const answersHttp = ({ credential: { kind } }: CallerWithAddress): boolean =>
  kind === 'session' || kind === 'token' || kind === 'basic';
