import { ROOT, type Provider } from './provider.js';

interface Node {
  readonly literals: Map<string, Node>;
  variable?: { readonly name: string; readonly node: Node };
  provider?: Provider;
}

/** The resource that a path names, or an action of one. */
export interface Route {
  readonly provider: Provider;
  readonly params: Readonly<Record<string, string>>;
  /** The path of the resource. */
  readonly uri: string;
  /** The name of the action, for a path below `/Actions`. */
  readonly action?: string;
  /** True for `<collection>/Members`, which is the collection for new members. */
  readonly isMembers?: boolean;
}

const newNode = (): Node => ({ literals: new Map() });

/** The resource types by their addresses. */
export class Routes {
  readonly #root = newNode();
  readonly all: readonly Provider[];

  constructor(providers: readonly Provider[]) {
    this.all = providers;
    for (const provider of providers) this.#add(provider);
  }

  /** @param path from `/redfish/v1` on, without a query; a slash at its end is ignored */
  find(path: string): Route | undefined {
    if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return undefined;
    const plain = path.endsWith('/') ? path.slice(0, -1) : path;
    const segments = plain.slice(ROOT.length).split('/').slice(1);
    const actions = segments.indexOf('Actions');
    const action = actions >= 0 && segments.length === actions + 2 ? segments[actions + 1] : undefined;
    const members = segments.at(-1) === 'Members' ? this.#resource(segments.slice(0, -1)) : undefined;
    if (members?.provider.create || members?.provider.createPublicly) return { ...members, isMembers: true };
    const own = this.#resource(action === undefined ? segments : segments.slice(0, actions));
    if (!own || action === undefined) return own;
    return Object.hasOwn(own.provider.actions ?? {}, action) ? { ...own, action } : undefined;
  }

  #resource(segments: readonly string[]): Route | undefined {
    const params: Record<string, string> = {};
    let node = this.#root;
    for (const segment of segments) {
      const literal = node.literals.get(segment);
      if (literal) {
        node = literal;
        continue;
      }
      const value = decoded(segment);
      if (!node.variable || value === undefined || value === '') return undefined;
      params[node.variable.name] = value;
      node = node.variable.node;
    }
    const { provider } = node;
    return provider && { provider, params, uri: [ROOT, ...segments].join('/') };
  }

  #add(provider: Provider): void {
    let node = this.#root;
    for (const segment of provider.uri.split('/').slice(1)) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) {
        const next: Node = node.literals.get(segment) ?? newNode();
        node.literals.set(segment, next);
        node = next;
      } else {
        node.variable ??= { name, node: newNode() };
        if (node.variable.name !== name) throw new Error(`${provider.uri} calls {${node.variable.name}} {${name}}.`);
        node = node.variable.node;
      }
    }
    if (node.provider) throw new Error(`${provider.uri} has two providers.`);
    node.provider = provider;
  }
}

function decoded(segment: string): string | undefined {
  try {
    return segment.includes('%') ? decodeURIComponent(segment) : segment;
  } catch {
    return undefined;
  }
}
