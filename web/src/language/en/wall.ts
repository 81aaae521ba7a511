export const wall = {
  clock: 'Time of these values',
  ended: 'The access of this screen has ended. Open it with a new link.',
  notSignedIn: 'This screen is not signed in. Open it with a link from the account menu, or sign in on this browser.',
};

export const wallLink = {
  text: 'A screen on a wall shows the rack, three figures and the alarms, and nothing on it can be changed.',
  screen: 'Screen',
  newScreen: 'New screen',
  replaces: 'The new link replaces the earlier one of this screen.',
  account: 'User name of the screen',
  accountHelp: 'The screen gets a user of its own with the role “Wall screen”, which may only read.',
  theme: 'Theme',
  rotate: 'Rotation',
  degrees: (degrees: number): string => `${degrees}°`,
  dims: 'Dim at night',
  from: 'From (hour)',
  to: 'To (hour)',
  zone: (zone: string): string => `Time of the PDU: ${zone}.`,
  create: 'Create link',
  link: 'Link',
  shown:
    'Open this link on the screen. It is shown only once: whoever has it sees what the screen shows. To end it, revoke the token of the user or delete the user.',
  openHere: 'Open here with this session',
  roleChanges: (role: string): string =>
    `The role “${role}” may do more than read. Remove those permissions from it, or rename it.`,
};
