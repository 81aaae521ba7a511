export const setup = {
  text: (passed: number, all: number): string =>
    `${passed} of ${all} steps are done. Skip what you do not need; you can come back at any time.`,
  steps: {
    name: {
      title: 'Name and place',
      help: 'Which PDU is this, and where is it? Mails, alarms and browser tabs show both.',
    },
    time: { title: 'Time zone and clock', help: 'Schedules, mails and charts use this zone.' },
    outlets: {
      title: 'What is plugged in',
      help: 'Type, or paste from a spreadsheet: the columns name, device and address, with or without the number of the outlet before them. A device with an address is pinged.',
    },
    mail: { title: 'Mail', help: 'The server that sends alarms by mail. Save it, then send yourself a test.' },
    rules: {
      title: 'Suggested events',
      help: 'These suit this PDU and what is plugged in. They are recorded; choose actions for them under Events.',
    },
    token: { title: 'Token for scripts', help: 'Scripts sign in with a token instead of your password.' },
  },
  states: { done: 'Done', skipped: 'Skipped', open: 'Open' },
  save: 'Save and continue',
  skip: 'Skip',
  next: 'Continue',
  finish: 'Finish',
  dismiss: 'Do not offer again',
  dismissText: 'You can find it again under Device.',
  noRules: 'There is nothing to suggest: everything that suits this PDU is already there.',
  zoneHere: (zone: string): string => `Use ${zone}, as in this browser`,
  clockWrong: (time: string): string =>
    `The clock of the PDU differs from that of this computer, where it is ${time}. Switch on NTP, or set the clock of the controller.`,
};

/** The table in which all outlets are edited. */
export const table = {
  number: 'No.',
  help: 'Enter and the arrow keys move between cells, Esc takes back what you typed. You can paste a block from a spreadsheet. Empty cells remove a value.',
  columns: {
    name: 'Name',
    device: 'Device',
    address: 'Address',
    labels: 'Labels',
    protection: 'Protection',
    pwrOnState: 'After power loss',
    offTime: 'Off time (s)',
    assetTag: 'Asset tag',
    rackUnit: 'Rack unit',
    feed: 'Feed',
  },
  cell: (column: string, outlet: string): string => `${column} of outlet ${outlet}`,
  labelsWrong: 'Write labels as key=value, with semicolons between them. A key has only a–z, 0–9, “.”, “_” and “-”.',
  required: (what: string): string => `Must be ${what}`,
  changed: (cells: number, outlets: number): string =>
    `${cells === 1 ? '1 cell' : `${cells} cells`} changed in ${outlets === 1 ? '1 outlet' : `${outlets} outlets`}.`,
  left: (cells: number): string => (cells === 1 ? '1 pasted cell did not fit.' : `${cells} pasted cells did not fit.`),
  discard: 'Discard changes',
};
