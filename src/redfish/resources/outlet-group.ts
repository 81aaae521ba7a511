import { Injectable } from '@nestjs/common';
import { bodyOf } from '../../common/body.js';
import { UpdateGroupDto } from '../../groups/group.dto.js';
import type { GroupEntity } from '../../groups/group.entity.js';
import { GroupsService } from '../../groups/groups.service.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { collection, type Call, type Json, type Provider, type ResourceProviders } from '../protocol/provider.js';
import { ENABLED, links, need, orNull, pduPath, SILENT } from './common.js';
import { MetricsReset } from './metrics-reset.js';
import { total } from './readings.js';

const COMMANDS = { On: 'ON', Off: 'OFF', PowerCycle: 'REBOOT' } as const;

/** The outlet groups: made and changed in the product, switched here too. */
@Injectable()
export class OutletGroupResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly driver: PduDriver,
    private readonly groups: GroupsService,
    private readonly metrics: MetricsReset,
    private readonly snapshots: SnapshotStore,
  ) {
    const { model } = driver;
    const uri = `${pduPath(model)}/OutletGroups`;
    this.providers = model.hasOutlets ? this.#providers(uri) : [];
  }

  #providers(uri: string): Provider[] {
    const { outletSwitching, outletMetering } = this.driver.model.profile;
    return [
      {
        uri,
        type: 'OutletGroupCollection',
        get: (call) => {
          need(call, 'viewOutletGroups');
          return collection(
            'Outlet Groups',
            this.groups.all.map(({ id }) => `${uri}/${id}`),
          );
        },
      },
      {
        uri: `${uri}/{group}`,
        type: 'OutletGroup',
        get: (call) => {
          need(call, 'viewOutletGroups');
          return this.#show(this.#find(call), call);
        },
        actions: {
          'OutletGroup.PowerControl': {
            parameters: { PowerState: { type: 'string', required: true, oneOf: Object.keys(COMMANDS) } },
            fits: () => outletSwitching,
            shown: () => ({ 'PowerState@Redfish.AllowableValues': Object.keys(COMMANDS) }),
            run: async (call, { PowerState: state, Oem: oem }) => {
              need(call, 'modifyOutletGroups');
              const confirm = (oem as { Rackfeed?: { Confirm?: unknown } } | null)?.Rackfeed?.Confirm === true;
              const dto = await bodyOf(UpdateGroupDto, { state: COMMANDS[state as keyof typeof COMMANDS], confirm });
              await this.groups.update(this.#find(call), dto, call.caller);
            },
          },
          'OutletGroup.ResetMetrics': {
            parameters: {},
            fits: () => outletMetering,
            run: async (call) => {
              need(call, 'viewOutletGroups');
              const objects = [...this.#find(call).outlets];
              await this.metrics.reset(objects, call.caller);
            },
          },
        },
      },
    ];
  }

  #find({ params }: Call): Readonly<GroupEntity> {
    return this.groups.findById(params['group'] ?? '');
  }

  #show(group: Readonly<GroupEntity>, { caller }: Call): Json {
    const view = this.groups.view(group, caller.access);
    const { state } = this.groups.summary(group, caller.access);
    const isTurning = view.sequence !== undefined;
    return {
      Id: view.id,
      Name: view.groupName,
      OutletGroupType: 'UserDefined',
      PowerState: state === undefined ? null : state === 'ON' ? 'On' : 'Off',
      PowerStateInTransition: isTurning,
      PowerEnabled: true,
      ...(this.driver.model.profile.outletMetering && {
        PowerWatts: { Reading: orNull(total(view.outlets.map(({ watts }) => watts))) },
      }),
      Status: this.snapshots.current.fresh ? ENABLED : SILENT,
      Links: {
        Outlets: links(view.outlets.map(({ outletIndex }) => `${pduPath(this.driver.model)}/Outlets/${outletIndex}`)),
        'Outlets@odata.count': view.outlets.length,
      },
    };
  }
}
