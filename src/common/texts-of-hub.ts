/**
 * The sentences of the API that a hub says otherwise than a controller, by those of the controller, each in one line; all
 * others are the same. `test/contract/hub-openapi.spec.ts` finds sentences that are missing here.
 */
const TEXTS: Readonly<Record<string, string>> = {
  'HTTP API of a network-managed power distribution unit.':
    'HTTP API of a hub, which manages a fleet of power distribution units.',
  'The object does not exist, or this model does not have it.': 'The object does not exist.',
  'The hardware or the storage failed, or a relay did not follow.': 'The storage failed.',

  // settings
  'Name of the PDU in mails, traps and on the screen.': 'Name of the hub on its pages.',
  'Name on the network; recorded, applied only through a host adapter.':
    'Name in certificates and syslog messages; the machine itself is not renamed.',
  'Zone of schedules and shown times: an IANA name, or hours east of Greenwich as GMT+8.':
    'Zone of shown times: an IANA name, or hours east of Greenwich as GMT+8.',
  'Allow actions and syslog to reach the controller itself (loopback and its own addresses). Default: on with the simulator, off with real hardware.':
    'Allow syslog to reach the hub itself (loopback and its own addresses).',
  'Host names under which the PDU answers, besides its addresses, its own names and those of the certificate; requests for other names are refused with 421. Empty: every name.':
    'Host names under which the hub answers, besides its addresses, its own names and those of the certificate; requests for other names are refused with 421. Empty: every name.',

  // certificates, syslog, log
  'Uploads a custom certificate with its key and uses it at once. Send a key over HTTPS only; the certificate of a signing request needs none, because the controller has it.':
    'Uploads a custom certificate with its key and uses it at once. Send a key over HTTPS only; the certificate of a signing request needs none, because the hub has it.',
  'PEM: the certificate of the controller, then those of its issuers in their order.':
    'PEM: the certificate of the hub, then those of its issuers in their order.',
  'Makes a key and the request for its certificate, which an authority signs; the key never leaves the controller. It takes the place of an open request.':
    'Makes a key and the request for its certificate, which an authority signs; the key never leaves the hub. It takes the place of an open request.',
  'Host names and IP addresses, as a list or as text with commas; null: those of the controller.':
    'Host names and IP addresses, as a list or as text with commas; null: those of the hub.',
  'Creates a new key and self-signed certificate for the current names and addresses of the controller.':
    'Creates a new key and self-signed certificate for the current names and addresses of the hub.',
  '`selfSigned`: made by the controller; `custom`: uploaded.': '`selfSigned`: made by the hub; `custom`: uploaded.',
  'Messages sent since the start of the controller or the last change of the server.':
    'Messages sent since the start of the hub or the last change of the server.',
  "A user name, an event's name, or a part of the controller.": 'A user name, or a part of the hub.',

  // users and permissions
  "The signed-in user's own record with his role, and the name and time zone of the PDU.":
    "The signed-in user's own record with his role, and the name and time zone of the hub.",
  'Name of the PDU (setting deviceName).': 'Name of the hub (setting deviceName).',
  'Place of the PDU (setting snmpLocation); empty if it is not set.': 'Empty: a hub has no setting for its place.',
  'Zone of the times that the PDU shows (setting timezone).':
    'Zone of the times that the hub shows (setting timezone).',
  'Other PDUs that the pages lead to (setting neighbours).': 'Empty: a hub has no setting for it.',
  'Read the settings of network, web, mail, SNMP, syslog and SSH, and the certificate.':
    'Read the settings of web and syslog, the certificate, and the address of the broker.',
  'Change the settings of network, web, mail, SNMP, syslog and SSH, and the certificate.':
    'Manage the fleet: tokens for enrolment, and every PDU. Change the settings of web and syslog, and the certificate.',
  'Reset the controller to factory settings.': 'Reset the hub to factory settings.',
  'Restart the controller.': 'No effect at a hub.',
  'Change the settings of the device, such as its name and the power-up delay.':
    'Change the name and time zone of the hub.',
  'Read the device, its settings and its health.': 'Read the name and time zone of the hub, and its health.',
  'Outlet ids, for example "1-1200578".': 'Ids of PDUs.',

  // operation
  "Readings, states and controller metrics for Prometheus, as far as the caller's role may view them.":
    "States of PDUs and metrics of the hub for Prometheus, as far as the caller's role may view them.",
  'Readiness: 200 when power can be controlled now, 503 with the same body when it cannot.':
    'Readiness: 200 when the hub can work now, 503 with the same body when it cannot.',
  'Power cannot be controlled now.': 'The hub cannot work now, or waits for another one on its database.',
  'True if power can be controlled. The response then has the status 200, otherwise 503.':
    'True if the hub can work. The response then has the status 200, otherwise 503.',
  'Liveness for a watchdog: 200 while the poll cycle runs, also if the hardware does not answer; 503 if a restart would help.':
    'Liveness for a watchdog: 200 while the hub runs, also as a standby; 503 if a restart would help.',
  'The health of the controller with reasons, ages and versions; always 200.':
    'The health of the hub with reasons, ages and versions; always 200.',
  '`warn`: outlets can still be switched; `fail`: they cannot.': '`warn`: the hub can still work; `fail`: it cannot.',
  '`hardware`: it answers; `polling`: the poll cycle runs; `database`: it is intact and can be written; `storage`: the disk stores what must survive a crash; `clock`: it is set; `https`: it listens, and its certificate has a week left; `protocols`, if a protocol server is switched on: they listen, and no setting of theirs is dangerous; `backup`, if backups are scheduled: the last one succeeded; `webhooks`, if one was switched off because its receiver accepts nothing; `hub`, if the controller has one: there is a link to it; `broker`, of a hub with a broker beside it: it is connected to it; `sites`, of a hub: each of which the caller may see a PDU can be reached, absent in `/health`; `shards`, of a hub that works together with others: it has its share of the PDUs; `ping`, if an event or an outlet names a host: pings can be sent.':
    '`polling`: the hub runs; `database`: it is intact and can be written; `storage`: the disk stores what must survive a crash; `clock`: it is set; `https`: it listens, and its certificate has a week left; `broker`, with a broker beside the hub: it is connected to it; `sites`: each of which the caller may see a PDU can be reached, absent in `/health`; `shards`, of a hub that works together with others: it has its share of the PDUs.',
  '`ok`; `degraded`: power can be controlled, something else is wrong; `down`: power cannot be controlled now. A hub that waits for another one on its database answers `standby` without checks, with the status 503.':
    '`ok`; `degraded`: the hub works, something is wrong; `down`: it cannot work now. A hub that waits for another one on its database answers `standby` without checks, with the status 503.',
  'Seconds since the hardware last answered; absent when it never has.': 'Absent: a hub has no hardware.',
  'Seconds since the last poll cycle.': 'Seconds since the last tick of the hub.',
  'Consecutive poll cycles in which the hardware did not answer.': '0: a hub has no hardware.',
  'Hardware driver.': 'Empty: a hub has no hardware.',
  'Version of the controller software.': 'Version of the hub software.',
  'Seconds since the controller started.': 'Seconds since the hub started.',
  'A file for troubleshooting: health, device, settings, readings, events, actions, metrics, and the newest entries of both logs. It has no passwords, tokens, keys or their hashes, but names and addresses.':
    'A file for troubleshooting: health, settings, metrics, and the newest entries of both logs. It has no passwords, tokens, keys or their hashes, but names and addresses.',

  // configuration
  'The model of the PDU that it is from; `hub` for one of a hub.': '`hub`; of a controller the model of its PDU.',
  'The parts of the PDU that it is from; without them, places are derived from the ids.':
    'Empty lists: a hub has no parts.',
  'Version of the controller that made it.': 'Version of the hub that made it.',
};

const PARAGRAPH = '\n\n';

/** A text of the API as a process of this role says it. */
export function textOf(role: string, text: string): string {
  if (role !== 'hub') return text;
  const paragraphs = text.split(PARAGRAPH).map((each) => TEXTS[each.replace(/\s+/g, ' ')] ?? each);
  return paragraphs.join(PARAGRAPH);
}

/** The sentences of a controller that have another one. */
export const REPLACED = Object.keys(TEXTS);
