const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

/** What of a browser's long name for itself a person recognises: "Firefox 140"; other programs as they call themselves. */
export function programOf(agent: string): string {
  for (const [mark, name] of BROWSERS) {
    const version = new RegExp(`\\b(?:Headless)?${mark}/(\\d+)`).exec(agent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return agent.slice(0, 60);
}
