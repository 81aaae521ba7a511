import type { Json, Parameter } from './provider.js';
import { baseMessage, RedfishError, type Message } from './redfish-error.js';

/**
 * Checks the parameters of an action: `{PowerState: 'On'}`. Throws 400 with one message for each that is unknown,
 * missing or wrong. `Oem` is for the action itself.
 */
export function checkParameters(body: Json, parameters: Readonly<Record<string, Parameter>>, action: string): Json {
  const problems: Message[] = [];
  for (const name of Object.keys(body)) {
    if (name.includes('@') || Object.hasOwn(parameters, name)) continue;
    problems.push(baseMessage('ActionParameterUnknown', [action, name], { related: [`/${name}`] }));
  }
  for (const [name, { required, type, oneOf }] of Object.entries(parameters)) {
    const value = body[name];
    if (value === undefined) {
      if (required) problems.push(baseMessage('ActionParameterMissing', [action, name]));
      continue;
    }
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    const args = [shown.slice(0, 100), name, action];
    const details = { related: [`/${name}`] };
    if (typeOf(value) !== type) problems.push(baseMessage('ActionParameterValueTypeError', args, details));
    else if (oneOf && !oneOf.includes(shown)) {
      const resolution = `Send one of ${oneOf.join(', ')}.`;
      problems.push(baseMessage('ActionParameterValueNotInList', args, { ...details, resolution }));
    }
  }
  if (problems.length > 0) throw new RedfishError(400, problems);
  return body;
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

/** Reads the members of a new resource. Throws PropertyMissing for a required one that is absent. */
export function requireMembers(body: Json, ...names: readonly string[]): void {
  const missing = names.filter((name) => body[name] === undefined || body[name] === null);
  if (missing.length === 0) return;
  throw new RedfishError(
    400,
    missing.map((name) => baseMessage('PropertyMissing', [name], { related: [`/${name}`] })),
  );
}
