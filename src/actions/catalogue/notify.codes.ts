import type { PermissionFlag } from '../../kernel/access.js';
import type { PostStats } from '../channels/post.message.js';
import { COMMUNITY, MAIL_ADDRESS, POST_TARGET, STATS, TRAP_HOST } from './param.js';
import { always, nothing, type ActionRow, type Params } from './row.js';

const tells = (row: Omit<ActionRow, 'needs' | 'switches' | 'retries' | 'fits'> & Partial<ActionRow>): ActionRow => ({
  needs: nothing,
  ...row,
  switches: false,
  retries: true,
  fits: always,
});

const statsOf = (params: Params): PostStats => (params[1] === '' ? 'none' : (params[1] as PostStats));

const VIEWED_BY: Readonly<Record<PostStats, readonly PermissionFlag[]>> = {
  none: [],
  inlets: ['viewInletStats'],
  sensors: ['viewPortInfo'],
  outlets: [],
  circuits: ['viewBankStats'],
};

/** Codes that tell somebody. */
export const NOTIFY_CODES: readonly ActionRow[] = [
  tells({
    code: 15,
    name: 'Email Recipient',
    params: [MAIL_ADDRESS],
    // One server for all mails, whomever they are for.
    target: () => 'mail',
    perform: ({ channels }, [to], { firing }) => channels.mail.send(to, firing),
    message: ({ channels }, [to], firing) => channels.mail.preview(to, firing),
    obstacle: ({ channels }) => channels.mail.obstacle(),
  }),
  tells({
    code: 18,
    name: 'SNMPv2 Trap Notification',
    params: [TRAP_HOST, COMMUNITY],
    target: ([host]) => `trap ${host}`,
    perform: ({ channels }, [host, community], { firing }) => channels.trap.sendV2(host, community, firing),
    message: ({ channels }, _, firing) => channels.trap.preview(firing),
  }),
  tells({
    code: 19,
    name: 'SNMPv3 Trap Notification',
    params: [TRAP_HOST],
    target: ([host]) => `trap ${host}`,
    perform: ({ channels }, [host], { firing }) => channels.trap.sendV3(host, firing),
    message: ({ channels }, _, firing) => channels.trap.preview(firing),
    obstacle: ({ channels }) => channels.trap.obstacleOfV3(),
  }),
  tells({
    code: 20,
    name: 'HTTP Post Request',
    params: [POST_TARGET, STATS],
    // It goes wherever its maker likes, so it carries nothing that he may not see.
    needs: (params) => VIEWED_BY[statsOf(params)],
    showsOutlets: (params) => statsOf(params) === 'outlets',
    target: ([url]) => `post ${url}`,
    perform: ({ channels }, params, { firing }) => channels.postOf(params[0], statsOf(params), firing),
    message: ({ channels }, params, firing) => channels.previewOfPost(params[0], statsOf(params), firing),
  }),
];
