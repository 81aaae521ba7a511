import type { OutboundTargets } from '../../outbound/outbound-targets.service.js';
import type { SyslogTarget } from '../syslog-target.js';
import type { SyslogChannel } from './channel.js';
import { StreamChannel } from './stream.channel.js';
import { UdpChannel } from './udp.channel.js';

export const openChannel = (target: SyslogTarget, targets: OutboundTargets): SyslogChannel =>
  target.protocol === 'udp' ? new UdpChannel(target, targets) : new StreamChannel(target, targets);
