import { ActionSwitchingService } from '../../src/actions/execution/action-switching.service.js';
import { MeterPollerService } from '../../src/hardware/meter-poller.service.js';
import type { Cause } from '../../src/common/cause.js';
import type { Answer, Client, Pdu } from '../support/app/pdu.js';
import type { Done } from './serial-order.js';
import type { Request, Shown } from './switching-model.js';

/** A relay to which requests are sent. */
export interface Target {
  readonly id: string;
  readonly path: string;
  readonly nameMember: 'outletName' | 'relayName';
}

/** The path of a request to the controller: over HTTP, or by an action. */
export type Sent = Request & { readonly asAction: boolean };

/** Sends requests, and records for each the moments of sending and of the answer, and the states in the answer. */
export class Requests {
  #count = 0;

  constructor(
    private readonly pdu: Pdu,
    private readonly client: Client,
    private readonly targets: readonly Target[],
    private readonly groups: readonly string[],
  ) {}

  /** Sends requests one after the other, as a client that waits for each answer. */
  async oneByOne(requests: readonly Sent[]): Promise<Done[]> {
    const done: Done[] = [];
    for (const request of requests) {
      const sentAt = ++this.#count;
      const shown = await this.#send(request);
      done.push({ request, sentAt, answeredAt: ++this.#count, shown });
    }
    return done;
  }

  async #send(request: Sent): Promise<Done['shown']> {
    if (request.to === 'poll') {
      await this.pdu.app.get(MeterPollerService).poll();
      return new Map();
    }
    if (request.asAction && (await this.#automate(request))) return new Map();
    switch (request.to) {
      case 'relay': {
        const { path: to, nameMember } = this.#target(request.place);
        const body = { state: request.order, [nameMember]: request.name };
        return this.#shown([(await this.#put(to, body)).body as ShownRelay]);
      }
      case 'several': {
        const body = { outlets: request.places.map((place) => this.#target(place).id), state: request.order };
        const answer = (await this.#put('/api/outlets', body)).body as { outlets: { outlet: ShownRelay }[] };
        return this.#shown(answer.outlets.map(({ outlet }) => outlet));
      }
      case 'group': {
        const answer = await this.#put(`/api/groups/${this.groups[request.group]}`, { state: request.order });
        return this.#shown((answer.body as { outlets: ShownRelay[] }).outlets);
      }
    }
  }

  /** Sends the request by an action, whose answer shows no state; false if there is no such action. */
  async #automate(request: Request): Promise<boolean> {
    const switching = this.pdu.app.get(ActionSwitchingService);
    if (request.to === 'group') {
      await switching.group(this.groups[request.group] ?? '', request.order, CAUSE);
      return true;
    }
    if (request.to !== 'relay' || !request.order || request.name !== undefined) return false;
    const { id, nameMember } = this.#target(request.place);
    const isOutlet = nameMember === 'outletName';
    await (isOutlet ? switching.outlet(id, request.order, CAUSE) : switching.relayOutput(id, request.order, CAUSE));
    return true;
  }

  async #put(path: string, body: object): Promise<Answer> {
    const answer = await this.client.put(path, body);
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  #shown(relays: readonly ShownRelay[]): Map<number, Partial<Shown>> {
    return shownOf(relays, this.targets);
  }

  #target(place: number): Target {
    const target = this.targets[place];
    if (!target) throw new Error(`There is no relay ${place}.`);
    return target;
  }
}

const CAUSE: Cause = { kind: 'action', who: 'test' };

interface ShownRelay extends Pick<Shown, 'state'>, Partial<Pick<Shown, 'rebootStatus'>> {
  readonly id: string;
  readonly outletName?: string;
  readonly relayName?: string;
}

/** The states of the test's relays in an answer. */
export function shownOf(relays: readonly ShownRelay[], targets: readonly Target[]): Map<number, Partial<Shown>> {
  const shown = new Map<number, Partial<Shown>>();
  for (const { id, state, rebootStatus, outletName, relayName } of relays) {
    const place = targets.findIndex((target) => target.id === id);
    if (place < 0) continue;
    shown.set(place, { state, name: outletName ?? relayName ?? '', ...(rebootStatus && { rebootStatus }) });
  }
  return shown;
}
