import type { OutboundPolicyService } from '../../outbound/outbound-policy.service.js';
import type { SyslogTarget } from '../syslog-target.js';
import type { SyslogChannel } from './syslog-channel.js';
import { StreamChannel } from './stream.channel.js';
import { UdpChannel } from './udp.channel.js';

export const openChannel = (target: SyslogTarget, targets: OutboundPolicyService): SyslogChannel =>
  target.protocol === 'udp' ? new UdpChannel(target, targets) : new StreamChannel(target, targets);
