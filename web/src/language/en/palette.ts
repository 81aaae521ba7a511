export const palette = {
  title: 'Search and commands',
  field: 'Search pages, outlets, settings and commands',
  example: 'mail server, reboot hypervisor 2, time zone…',
  results: 'Results',
  count: (count: number): string => (count === 1 ? '1 result' : `${count} results`),
  nothing: 'No matches.',
  keys: '↑ ↓ to choose, Enter to open, Esc to close',
  kinds: {
    page: 'Page',
    outlet: 'Outlet',
    group: 'Group',
    event: 'Event',
    setting: 'Setting',
    command: 'Command',
  },
  settingOf: (page: string): string => `Setting in ${page}`,
  /** The forms in which a command is typed; the first is shown. */
  commands: {
    ON: (name: string): string[] => [`Turn on ${name}`, `turn ${name} on`, `switch on ${name}`],
    OFF: (name: string): string[] => [`Turn off ${name}`, `turn ${name} off`, `switch off ${name}`],
    REBOOT: (name: string): string[] => [`Reboot ${name}`, `restart ${name}`, `power cycle ${name}`],
  },
  contactCommands: {
    CLOSE: (name: string): string[] => [`Close ${name}`, `close contact ${name}`],
    OPEN: (name: string): string[] => [`Open ${name}`, `open contact ${name}`],
  },
  supplyCommands: {
    ON: (hub: string): string[] => [`Turn on the DC supply of ${hub}`, `turn ${hub} DC supply for sensors on`],
    OFF: (hub: string): string[] => [`Turn off the DC supply of ${hub}`, `turn ${hub} DC supply for sensors off`],
  },
  /** By the page that has the test. */
  tests: {
    mail: (): string[] => ['Send a test mail', 'test email smtp'],
    snmp: (): string[] => ['Send a test trap', 'test snmp'],
    syslog: (): string[] => ['Send a test message to syslog', 'test syslog'],
    mqtt: (): string[] => ['Test the connection to the MQTT broker', 'test mqtt'],
    redfish: (): string[] => ['Send a test event to the Redfish subscribers', 'test redfish'],
  },
  fullBackup: (): string[] => ['Save a full backup with a passphrase', 'export configuration with secrets'],
  acknowledge: (alarm: string): string[] => [`Acknowledge: ${alarm}`, `confirm alarm ${alarm}`],
  testWebhook: (webhook: string): string[] => [`Test webhook ${webhook}`, `send test message to ${webhook}`],
  test: (action: string): string[] => [`Test action ${action}`, `run ${action}`],
  enableEvent: (event: string): string[] => [`Enable event ${event}`, `turn on event ${event}`],
  disableEvent: (event: string): string[] => [`Disable event ${event}`, `turn off event ${event}`],
  themes: {
    auto: (): string[] => ['Use the system theme', 'automatic colours'],
    light: (): string[] => ['Use the light theme', 'light mode colours'],
    dark: (): string[] => ['Use the dark theme', 'dark mode colours'],
  },
  /** In the other language as well, for those who cannot read this one. */
  language: (name: string): string[] => [`Language: ${name}`, `Sprache: ${name}`],
  saveConfiguration: 'Save the configuration without secrets',
  saveDiagnostics: 'Save the diagnostics file',
  /** Other words for commands of the controller. */
  otherWords: {
    restart: 'reboot the controller',
    reset: 'erase everything',
    export: 'download backup export',
    diagnostics: 'download support file',
    endOthers: 'all my devices sign out',
    signOut: 'log out',
  },
};
