/** Why firmware is not installed; the message is the end of a sentence: "The firmware cannot be installed: …". */
export class FirmwareRefusal extends Error {}
