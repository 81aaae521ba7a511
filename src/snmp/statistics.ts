import { AGENT_COUNTERS, type AgentCounter } from './mib/context.js';

/** The counters of the agent since its start. */
export class AgentStatistics {
  readonly #counts = Object.fromEntries(AGENT_COUNTERS.map((name) => [name, 0])) as Record<AgentCounter, number>;

  count(name: AgentCounter): number {
    return ++this.#counts[name];
  }

  get(name: AgentCounter): number {
    return this.#counts[name];
  }
}
