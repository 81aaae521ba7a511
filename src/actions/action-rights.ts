import type { Access } from '../kernel/access.js';
import { ApiError } from '../kernel/errors.js';
import type { ActionRow, Params } from './catalogue/row.js';
import type { SwitchTargets } from './switch-targets.service.js';

/** Why a role may not have an action done; undefined when it may. What an action does needs the permission to do it. */
export function refusalOf(
  { needs, moves, showsOutlets }: ActionRow,
  params: Params,
  targets: SwitchTargets,
  access: Access,
): ApiError | undefined {
  const flag = needs(params).find((each) => !access.can(each));
  if (flag) return new ApiError('NOT_ALLOWED', flag);
  const hidden = showsOutlets?.(params) && targets.model.outlets.find(({ id }) => !access.mayView(id));
  if (hidden) return new ApiError('OUTLET_NOT_ALLOWED', hidden.id, 'viewOutlets');
  const outlets = moves?.(targets, params).objects.filter((id) => targets.outlet(id)) ?? [];
  const outlet = outlets.find((id) => !access.mayModify(id));
  return outlet === undefined ? undefined : new ApiError('OUTLET_NOT_ALLOWED', outlet, 'modifyOutlets');
}
