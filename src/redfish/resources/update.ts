import { Injectable } from '@nestjs/common';
import { bodyObject, parseBody } from '../../common/body.js';
import { OutboundPolicyService } from '../../outbound/outbound-policy.service.js';
import { FirmwareService } from '../../system/firmware/firmware.service.js';
import { RebootService } from '../../system/reboot.service.js';
import { downloadImage } from '../image-download.js';
import {
  collection,
  link,
  ROOT,
  type Call,
  type Json,
  type Outcome,
  type Provider,
  type ResourceProviders,
} from '../protocol/provider.js';
import { baseMessage, RedfishError } from '../protocol/redfish-error.js';
import { ENABLED, MANUFACTURER, need } from './common.js';
import { PduIdentity } from './identity.js';

const SERVICE = '/UpdateService';
const PUSH = `${SERVICE}/update-multipart`;
const INVENTORY = `${SERVICE}/FirmwareInventory`;
const CONTROLLER = `${INVENTORY}/Controller`;
const MAX_URI = 2048;

/** The firmware of the controller and its installation: the same checks, slots and trial as in the product. */
@Injectable()
export class UpdateResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly firmware: FirmwareService,
    private readonly reboots: RebootService,
    private readonly policy: OutboundPolicyService,
    private readonly identity: PduIdentity,
  ) {
    this.providers = [
      {
        uri: SERVICE,
        type: 'UpdateService',
        get: (call) => {
          mayView(call);
          return this.#service();
        },
        actions: {
          'UpdateService.SimpleUpdate': {
            parameters: {
              ImageURI: { type: 'string', required: true },
              TransferProtocol: { type: 'string', oneOf: ['HTTPS'] },
              '@Redfish.OperationApplyTime': { type: 'string', oneOf: ['Immediate'] },
            },
            shown: () => ({ 'TransferProtocol@Redfish.AllowableValues': ['HTTPS'] }),
            run: (call, { ImageURI: uri }) => this.#fetch(call, String(uri)),
          },
        },
      },
      {
        uri: PUSH,
        type: 'UpdateService',
        get: () => ({}),
        receive: async (call, request, response) => {
          need(call, 'modifyFirmwareVersion');
          const { version } = await firmware.upload(call.caller, request, response, false, assertParameters);
          return accepted(version);
        },
      },
      {
        uri: INVENTORY,
        type: 'SoftwareInventoryCollection',
        get: (call) => {
          mayView(call);
          return collection('Firmware Inventory', [CONTROLLER]);
        },
      },
      {
        uri: CONTROLLER,
        type: 'SoftwareInventory',
        get: (call) => {
          mayView(call);
          return this.#controller();
        },
      },
    ];
  }

  #service(): Json {
    return {
      Id: 'UpdateService',
      Name: 'Update Service',
      ServiceEnabled: true,
      MultipartHttpPushUri: `${ROOT}${PUSH}`,
      MaxImageSizeBytes: this.firmware.view.limit,
      FirmwareInventory: link(INVENTORY),
      Status: ENABLED,
    };
  }

  #controller(): Json {
    return {
      Id: 'Controller',
      Name: 'Controller Firmware',
      Manufacturer: MANUFACTURER,
      SoftwareId: 'rackfeed',
      Version: this.identity.firmwareVersion,
      Updateable: true,
      Status: ENABLED,
    };
  }

  async #fetch(call: Call, uri: string): Promise<Outcome> {
    need(call, 'modifyFirmwareVersion');
    const url = URL.canParse(uri) && uri.length <= MAX_URI ? new URL(uri) : undefined;
    if (url?.protocol !== 'https:' || url.username + url.password !== '') {
      const args = [withoutCredentials(uri, url), 'ImageURI', 'UpdateService.SimpleUpdate'];
      const resolution = 'Send an https URL without a user name or password in it.';
      throw new RedfishError(
        400,
        baseMessage('ActionParameterValueFormatError', args, { related: ['/ImageURI'], resolution }),
      );
    }
    const { version } = await this.firmware.installFrom(call.caller, (to) => downloadImage(url, to, this.policy));
    return { ...accepted(version), afterwards: (response) => this.reboots.restartAfter(response) };
  }
}

/** The beginning of what was sent, for the answer; never with a password. */
const withoutCredentials = (uri: string, url: URL | undefined): string =>
  (url && url.username + url.password !== '' ? `${url.protocol}//${url.host}${url.pathname}` : uri).slice(0, 100);

const TARGETS: readonly unknown[] = [CONTROLLER, '/Managers/1'].map((uri) => `${ROOT}${uri}`);

/** Refuses an update of which the client would believe that it goes elsewhere or is installed later. */
function assertParameters({ UpdateParameters: sent = '{}' }: Json): void {
  const parameters = bodyObject(parseBody(Buffer.from(String(sent))));
  const { Targets: targets = [], '@Redfish.OperationApplyTime': time = 'Immediate' } = parameters;
  const isOther = !Array.isArray(targets) || !targets.every((each) => TARGETS.includes(each));
  if (isOther) throw notInList('Targets', targets, `Leave it out, or name ${TARGETS.join(' or ')}.`);
  if (time !== 'Immediate') {
    throw notInList('@Redfish.OperationApplyTime', time, 'Leave it out; an update is installed at once.');
  }
}

const notInList = (member: string, value: unknown, resolution: string): RedfishError =>
  RedfishError.of(400, 'PropertyValueNotInList', [JSON.stringify(value).slice(0, 100), member], {
    related: [`/${member}`],
    resolution,
  });

const mayView = (call: Call): void => need(call, 'viewGlobalDeviceSettings', 'modifyFirmwareVersion');

const accepted = (version: string): Outcome => ({
  body: {
    '@Message.ExtendedInfo': [
      baseMessage('Success', [], {
        resolution: `The controller restarts with version ${version}; relays stay as they are.`,
      }),
    ],
  },
});
