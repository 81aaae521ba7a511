import type { OutletModel, PduModel } from '../hardware/profiles/pdu-model.js';

/** The kinds of entries by which a part feeds an outlet no longer, and does so again. */
export const LOST: readonly string[] = ['bank.breakerTripped', 'inlet.mainsLost'];
export const LOST_OR_BACK: readonly string[] = [...LOST, 'bank.breakerClosed', 'inlet.mainsBack'];
/** The kinds of all that changes the supply of an outlet, also to another source. */
export const SUPPLY_KINDS: readonly string[] = [...LOST_OR_BACK, 'inlet.transfer'];

/** The parts that feed an outlet, as objects of the log. */
export interface OutletFeeds {
  readonly bank: string;
  /** One is enough: with a transfer switch these are all, else the one of the bank. */
  readonly inlets: readonly string[];
}

/** Undefined for an outlet without a bank. */
export function feedsOf({ banks, inlets, profile }: PduModel, { bankId }: OutletModel): OutletFeeds | undefined {
  const bank = banks.find(({ id }) => id === bankId);
  if (!bank) return undefined;
  const feeding = profile.inletConfig === 'ats' ? inlets : inlets.filter(({ id }) => id === bank.inletId);
  return { bank: `bank:${bank.id}`, inlets: feeding.map(({ id }) => `inlet:${id}`) };
}
