import { Injectable } from '@nestjs/common';
import type { Access } from '../../common/access.js';
import { UsersService } from '../../users/users.service.js';
import type { Webhook } from '../webhook.store.js';

/** Finds the owners of webhooks, with the rights that they have now. */
@Injectable()
export class WebhookOwners {
  constructor(private readonly users: UsersService) {}

  /** Undefined while the account is disabled, locked by an administrator or deleted: the webhook is suspended. */
  activeAccessOf(webhook: Webhook): Access | undefined {
    const owner = this.#ownerOf(webhook);
    return owner && this.users.isActive(owner) ? this.users.accessOf(owner) : undefined;
  }

  /** Undefined where there is no such account any more. */
  accessOf(webhook: Webhook): Access | undefined {
    const owner = this.#ownerOf(webhook);
    return owner && this.users.accessOf(owner);
  }

  #ownerOf({ maker }: Webhook) {
    return maker === null ? undefined : this.users.current({ id: Number(maker) });
  }
}
