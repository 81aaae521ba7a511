import { ApiError } from '../../common/errors.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { OutletModel } from '../../hardware/profiles/pdu-model.js';
import { OutletsService } from '../../outlets/outlets.service.js';
import { RefusedLookup } from '../exit-status.js';
import { listItems, UsageError, type Word } from '../parse.js';
import type { CommandContext } from './command.js';

/**
 * The outlets that arguments name: numbers, ids, a name, a list such as `1,3-5`, or `all` that the caller may use.
 * Throws OUTLET_UNKNOWN, also for an outlet that the caller may not see, as the answer must not reveal which exist.
 */
export function selectedOutlets(context: CommandContext, words: readonly Word[]): OutletModel[] {
  const { model } = context.service(PduDriver);
  if (!model.hasOutlets) throw new ApiError('OUTLETS_NOT_AVAILABLE');
  const usable = model.outlets.filter(({ id }) => isKnownTo(context, id));
  const text = words.map((word) => word.text).join(' ');
  if (text.trim() === '') throw new UsageError('Name an outlet.');
  if (text.toLowerCase() === 'all' && words[0]?.quoted !== true) return usable;
  const isQuoted = words.some(({ quoted }) => quoted);
  const named = isQuoted || !NUMBERS.test(text) ? outletNamed(context, text) : undefined;
  if (named) return [named];
  if (isQuoted) throw unknownOutlet(context, text);
  const outlets = listItems(text, (item) => model.outlet(item) !== undefined).flatMap((item) => {
    if ('one' in item) return [item.one];
    return Array.from({ length: item.to - item.from + 1 }, (_, place) => String(item.from + place));
  });
  return [...new Set(outlets.map((each) => knownOutlet(context, each)))];
}

/** Numbers, ids or ranges: none of them is a name, unless it stands in quotes. */
const NUMBERS = /^[\d\s,-]+$/;

/** True for a number that stands without quotes: the number of an object, also where the name of another is the same. */
export const isNumber = ({ args }: Pick<CommandContext, 'args'>, text: string): boolean =>
  /^\d+$/.test(text) && !args.some((word) => word.quoted && word.text === text);

/** The outlet with this number or id. Throws like {@link selectedOutlets}. */
export function knownOutlet(context: CommandContext, idOrIndex: string): OutletModel {
  const { model } = context.service(PduDriver);
  const outlet = model.hasOutlets ? model.outlet(idOrIndex) : context.service(OutletsService).find(idOrIndex);
  if (outlet && isKnownTo(context, outlet.id)) return outlet;
  throw unknownOutlet(context, idOrIndex);
}

/** A caller who may switch an outlet knows that it is there. */
const isKnownTo = ({ caller: { access } }: CommandContext, id: string): boolean =>
  access.mayView(id) || access.mayModify(id);

/** A caller who does not see all outlets is refused one that does not exist like one that is hidden. */
function unknownOutlet(context: CommandContext, text: string): ApiError {
  const { outlets } = context.service(PduDriver).model;
  const seesAll = outlets.every(({ id }) => isKnownTo(context, id));
  return seesAll ? new ApiError('OUTLET_UNKNOWN', text) : new RefusedLookup('OUTLET_UNKNOWN', text);
}

/** The visible outlet with this name, without regard to case. Throws {@link UsageError} where several have it. */
function outletNamed(context: CommandContext, name: string): OutletModel | undefined {
  const { access } = context.caller;
  const wanted = name.toLowerCase();
  const outlets = context.service(OutletsService);
  const named = outlets
    .visibleTo(access)
    .filter((outlet) => outlets.view(outlet, access).outletName.toLowerCase() === wanted);
  if (named.length > 1) throw new UsageError(`Several outlets are named "${name}"; use the number of one.`);
  return named[0];
}
