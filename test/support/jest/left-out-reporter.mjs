/**
 * Ends a run with a list of the skipped tests: their number, the missing program of the host, and how to install it.
 * Prints nothing if none was skipped. With ALL_TESTS=true a skipped test fails the run.
 */
const PACKAGES = {
  cc: 'gcc libc6-dev',
  chromium: 'chromium',
  'dpkg-deb': 'dpkg-dev',
  'dpkg --root': 'systemd init-system-helpers',
  ping: 'iputils-ping',
  promtool: 'prometheus',
  pymodbus: 'python3-pymodbus python3-serial-asyncio socat',
  snmpd: 'snmpd snmp',
  snmptrapd: 'snmptrapd snmp',
  'ssh-keygen': 'openssh-client',
  strace: 'strace',
  'systemd-analyze': 'systemd',
  'systemd-notify': 'systemd python3',
};
const NEEDS = /\(needs ([\w -]+)\)/;

export default class LeftOutReporter {
  #failed = false;

  onRunComplete(_, { testResults }) {
    const counts = new Map();
    for (const { testResults: tests } of testResults) {
      for (const { status, fullName } of tests) {
        if (status !== 'pending') continue;
        const program = NEEDS.exec(fullName)?.[1] ?? '';
        counts.set(program, (counts.get(program) ?? 0) + 1);
      }
    }
    if (counts.size === 0) return;
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const programs = [...counts.keys()].filter((name) => name !== '').sort();
    const lines = [`Left out: ${total} tests.`];
    for (const program of programs) lines.push(`  ${counts.get(program)} need ${program}`);
    if (counts.has('')) lines.push(`  ${counts.get('')} for other reasons`);
    const packages = [...new Set(programs.flatMap((name) => PACKAGES[name]?.split(' ') ?? []))];
    if (packages.length > 0) lines.push(`On Debian they run after: apt-get install ${packages.join(' ')}`);
    console.log(`\n${lines.join('\n')}`);
    this.#failed = process.env.ALL_TESTS === 'true';
  }

  getLastError() {
    return this.#failed ? new Error('Tests were left out, and ALL_TESTS asks for every one.') : undefined;
  }
}
