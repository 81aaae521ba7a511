import type { Names } from '../../kernel/names.js';
import type { SyslogTarget } from '../syslog-target.js';
import type { SyslogChannel } from './channel.js';
import { StreamChannel } from './stream.channel.js';
import { UdpChannel } from './udp.channel.js';

export const openChannel = (target: SyslogTarget, names: Names): SyslogChannel =>
  target.protocol === 'udp' ? new UdpChannel(target, names) : new StreamChannel(target, names);
