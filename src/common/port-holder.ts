/** A server with a TCP port of the settings. */
export interface PortHolder {
  /** The port on which it listens; undefined while it does not. */
  readonly port: number | undefined;
  /** The port that it could not open, because somebody has it. */
  readonly missingPort: number | undefined;
  /** Opens and closes ports as the settings say; resolves when that has succeeded or failed. */
  adjust(): Promise<void>;
  /** Closes a port that it is to leave, ahead of the new one. */
  release(): Promise<void>;
}

/** The servers that keep each other from moving: each wants the port of the next, and the last one that of the first. */
export function inCircles(holders: readonly PortHolder[]): PortHolder[] {
  const holderOf = (port: number | undefined): PortHolder | undefined =>
    port === undefined ? undefined : holders.find((each) => each.port === port);
  return holders.filter((holder) => {
    let next = holderOf(holder.missingPort);
    for (let steps = 1; next && next !== holder && steps < holders.length; steps++) next = holderOf(next.missingPort);
    return next === holder;
  });
}
