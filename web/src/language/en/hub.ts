/** The texts of a hub that differ from those of a controller, by section; the others are the same. */
export const ofHub = {
  errors: {
    unreachable: 'The hub cannot be reached. Check the network; this page retries automatically.',
    pageNotLoaded: 'The PDUs and their automation continue. Check the network and try again.',
    noAnswer: 'The hub did not respond. The change may or may not have been made: check before you send it again.',
    notSignedOut: 'You are still signed in, because the hub did not respond. Sign out again when it can be reached.',
    unexpected: 'The hub sent an unexpected response. Try again; if it persists, check the log of the hub.',
    crashed: 'The PDUs and their automation continue. Reload the page; if it happens again, check the log of the hub.',
  },
  offline: {
    title: 'The hub cannot be reached',
    text: 'The PDUs work on without it, but their state is not known at the moment. This page retries automatically.',
  },
  shell: { newVersion: 'The hub has been updated.' },
  outlets: {
    noAnswer:
      'The command was sent, but the hub did not respond: it may or may not have been carried out. Check the commands of the PDU before you send it again.',
  },
  log: {
    filters: { controller: 'Hub faults' },
    vias: { system: 'Hub' },
  },
  users: {
    deleteText: 'The sessions and the token of this user are deleted too. This cannot be undone.',
    currentPasswordHelp:
      'The password of the built-in administrator cannot be reset in the browser. If it is lost, run “rackfeed reset-password” on the machine of the hub.',
  },
  roles: {
    outlets: 'PDUs',
    areas: { network: 'Fleet and network settings', device: 'Settings of the hub' },
    areaHelp: {
      network:
        'Tokens for enrolment, and every PDU: see, accept, rename, revoke and delete it; web, syslog, certificates',
      device: 'Name and time zone of the hub, and its health',
    },
    perOutlet: 'Permissions for PDUs',
    perOutletHelp: 'Select rows to set several PDUs at once, or set them individually.',
  },
  conf: {
    deviceName: { label: 'Name of the hub', help: 'In the header of its pages.' },
    hostName: { help: 'In certificates and syslog messages. The machine itself is not renamed.' },
    timezone: { help: 'Used for all times shown.' },
    webAllowedHosts: {
      help: 'Host names, separated by commas, under which the hub accepts requests. Its IP addresses, its own host names and those of its certificate are always accepted. Empty: all names.',
    },
    webSslPort: { help: 'For a port below 1024, the hub needs the permission of the operating system.' },
    allowLocalTargets: {
      label: 'Allow the hub itself as a target',
      help: 'Lets syslog send to this machine. Leave it off unless a service runs here.',
    },
    enableRemoteEventLogging: { help: 'Entries about PDUs, tokens, commands and the hub.' },
  },
  certificate: {
    sources: { selfSigned: 'Self-signed by the hub' },
    certificateHelp: 'The certificate of the hub, followed by its intermediate certificates.',
    renewText:
      'Creates a new key and certificate for the current names and addresses of the hub. Browsers that trusted the old certificate will show a warning.',
  },
  signingRequest: {
    help: 'The hub makes the key, which never leaves it, and a signing request (CSR) for your certificate authority.',
    namesHelp: 'Everything by which browsers reach the hub, separated by commas.',
  },
  configuration: {
    intro:
      'The settings, users and roles of the hub, and the names of its PDUs, as one document, to back up, compare, or copy to another hub.',
    applyText: (count: string): string => `${count}. If one cannot be made, none is. Nothing is switched.`,
  },
};
