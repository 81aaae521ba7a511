/**
 * A stable id of an operation: `OutletsController` and `update` become `outletsUpdate`. The routes of a controller
 * with several paths come as `list[0]`, `list[1]`: the first keeps the plain id, the others are numbered from 2.
 */
export function operationId(controller: string, method: string): string {
  const [, name = method, place = '0'] = /^(\w+)\[(\d+)\]$/.exec(method) ?? [];
  const room = controller.replace(/Controller$/, '');
  const number = Number(place) > 0 ? String(Number(place) + 1) : '';
  return `${room.charAt(0).toLowerCase()}${room.slice(1)}${name.charAt(0).toUpperCase()}${name.slice(1)}${number}`;
}
