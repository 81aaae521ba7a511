import type { PermissionFlag } from '../common/access.js';

/** A type of message: its subject, and the permissions without which its owner never gets it. */
interface TypeRow {
  readonly about: string;
  /** Beside those for the object of each message. */
  readonly needs?: readonly PermissionFlag[];
}

/** Every type that a webhook can ask for, in the order in which the form lists them. */
export const WEBHOOK_TYPES = {
  'outlet.switched': { about: 'An outlet has turned on or off, whatever the cause.' },
  'outlet.failed': { about: 'The relay of an outlet has not followed a command.' },
  'outlet.rebootStarted': { about: 'A reboot of an outlet has begun.' },
  'outlet.rebootEnded': { about: 'A reboot of an outlet has ended, or was cancelled.' },
  'breaker.opened': { about: 'A breaker has tripped.', needs: ['viewBankStats'] },
  'breaker.closed': { about: 'A breaker is closed again.', needs: ['viewBankStats'] },
  'inlet.lost': { about: 'The mains of an inlet are lost.', needs: ['viewInletStats'] },
  'inlet.restored': { about: 'The mains of an inlet are back.', needs: ['viewInletStats'] },
  'inlet.transferred': { about: 'The transfer switch has changed its source.', needs: ['viewInletStats'] },
  'event.triggered': { about: 'An event has triggered.', needs: ['viewEventActions'] },
  'event.ended': { about: 'What has triggered an event is over.', needs: ['viewEventActions'] },
  'sensor.connected': { about: 'A sensor was connected.', needs: ['viewPortInfo'] },
  'sensor.disconnected': { about: 'A sensor was disconnected.', needs: ['viewPortInfo'] },
  'hardware.silent': { about: 'The hardware of the PDU does not answer.', needs: ['viewGlobalDeviceSettings'] },
  'hardware.answers': { about: 'The hardware of the PDU answers again.', needs: ['viewGlobalDeviceSettings'] },
  'configuration.changed': { about: 'A setting, name or account has changed.', needs: ['viewGlobalDeviceSettings'] },
  'firmware.staged': { about: 'New firmware was uploaded.', needs: ['viewGlobalDeviceSettings'] },
  'firmware.installed': { about: 'New firmware has passed its self-test.', needs: ['viewGlobalDeviceSettings'] },
  'firmware.rolledBack': {
    about: 'New firmware has failed, and the previous version is back.',
    needs: ['viewGlobalDeviceSettings'],
  },
  'controller.started': { about: 'The controller has started.', needs: ['viewGlobalDeviceSettings'] },
  'user.signInFailed': { about: 'A sign-in has failed.', needs: ['viewUsersList'] },
  'user.locked': { about: 'An account was locked after failed sign-ins.', needs: ['viewUsersList'] },
} as const satisfies Record<string, TypeRow>;

export type WebhookType = keyof typeof WEBHOOK_TYPES;
/** The type of a message that a user sends to try a webhook out; nobody asks for it. */
export const TEST_TYPE = 'test';

export const TYPE_NAMES = Object.keys(WEBHOOK_TYPES) as WebhookType[];
const KINDS = [...new Set(TYPE_NAMES.map((type) => type.replace(/\..*/, '')))];
/** Stands for every type. */
const ALL = '*';

/** Everything that a webhook may ask for: each type, `outlet.*` for all that begin so, and `*` for all. */
export const TYPE_PATTERNS: readonly string[] = [ALL, ...KINDS.map((kind) => `${kind}.*`), ...TYPE_NAMES];

export const needsOf = (type: WebhookType): readonly PermissionFlag[] => (WEBHOOK_TYPES[type] as TypeRow).needs ?? [];

/** True if one of the patterns stands for this type. */
export const includesType = (patterns: readonly string[], type: WebhookType): boolean =>
  patterns.some((pattern) => pattern === ALL || pattern === type || pattern === type.replace(/\..*/, '.*'));
