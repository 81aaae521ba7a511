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
  /** Other words for commands of the controller. */
  otherWords: { restart: 'reboot the controller', reset: 'erase everything', signOut: 'log out' },
};
