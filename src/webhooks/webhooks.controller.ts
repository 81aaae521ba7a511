import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allow, CurrentCaller, type CallerWithAddress } from '../common/access.js';
import { HopLimitGuard } from '../common/hops.js';
import { Found, ResourceExists } from '../common/resource-exists.guard.js';
import { CreateWebhookDto, DeliveriesQueryDto, UpdateWebhookDto } from './webhook.dto.js';
import {
  webhookTypeViews,
  WebhookDeliveryView,
  WebhookTestView,
  WebhookTypeView,
  WebhookView,
  WebhookWithSecretView,
} from './webhook.view.js';
import type { Webhook } from './webhook.store.js';
import { WebhooksService } from './webhooks.service.js';

@ApiTags('webhooks')
@Controller('api/webhook-types')
export class WebhookTypesController {
  /** The types of messages that a webhook can ask for. */
  @Get()
  @Allow('viewEventActions')
  @ApiOkResponse({ type: WebhookTypeView, isArray: true })
  list(): WebhookTypeView[] {
    return webhookTypeViews();
  }
}

@ApiTags('webhooks')
@Controller('api/webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  /** All webhooks. Their secrets are not shown. */
  @Get()
  @Allow('viewEventActions')
  @ApiOkResponse({ type: WebhookView, isArray: true })
  list(@CurrentCaller() { userId }: CallerWithAddress): WebhookView[] {
    return this.webhooks.list(userId);
  }

  /** One webhook. */
  @Get(':webhookId')
  @Allow('viewEventActions')
  @UseGuards(ResourceExists(WebhooksService))
  @ApiOkResponse({ type: WebhookView })
  read(@Found('webhookId') webhook: Webhook, @CurrentCaller() { userId }: CallerWithAddress): WebhookView {
    return this.webhooks.view(webhook, userId);
  }

  /** Its newest messages and what has become of them, newest first; those before the last start only if they wait. */
  @Get(':webhookId/deliveries')
  @Allow('viewEventActions')
  @UseGuards(ResourceExists(WebhooksService))
  @ApiOkResponse({ type: WebhookDeliveryView, isArray: true })
  deliveries(@Found('webhookId') webhook: Webhook, @Query() { limit }: DeliveriesQueryDto): WebhookDeliveryView[] {
    return this.webhooks.deliveriesOf(webhook, limit);
  }

  /** Creates a webhook of the caller, with a secret that is shown this once. It sends what the caller may view. */
  @Post()
  @HttpCode(200)
  @Allow('modifyEventActions')
  @UseGuards(HopLimitGuard)
  @ApiOkResponse({ type: WebhookWithSecretView })
  create(
    @Body() webhook: CreateWebhookDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<WebhookWithSecretView> {
    return this.webhooks.create(webhook, caller);
  }

  /** Changes the members sent. That of another user only with all permissions of that user. */
  @Put(':webhookId')
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(WebhooksService), HopLimitGuard)
  @ApiOkResponse({ type: WebhookView })
  update(
    @Param('webhookId') id: string,
    @Body() change: UpdateWebhookDto,
    @CurrentCaller() caller: CallerWithAddress,
  ): Promise<WebhookView> {
    return this.webhooks.update(id, change, caller);
  }

  /** Deletes a webhook; messages that wait are dropped. */
  @Delete(':webhookId')
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(WebhooksService))
  remove(@Param('webhookId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<Record<string, never>> {
    return this.webhooks.remove(id, caller);
  }

  /** Sends one message of type "test" now, and waits for the answer of the receiver, at most 10 seconds. */
  @Post(':webhookId/test')
  @HttpCode(200)
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(WebhooksService), HopLimitGuard)
  @ApiOkResponse({ type: WebhookTestView })
  test(@Param('webhookId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<WebhookTestView> {
    return this.webhooks.test(id, caller);
  }

  /** Makes a new secret, which is shown this once. For 24 hours messages are signed with the old one too. */
  @Post(':webhookId/rotate')
  @HttpCode(200)
  @Allow('modifyEventActions')
  @UseGuards(ResourceExists(WebhooksService), HopLimitGuard)
  @ApiOkResponse({ type: WebhookWithSecretView })
  rotate(@Param('webhookId') id: string, @CurrentCaller() caller: CallerWithAddress): Promise<WebhookWithSecretView> {
    return this.webhooks.rotate(id, caller);
  }
}
