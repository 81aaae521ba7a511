import type { PermissionFlag } from '../../common/access.js';
import type { PostStats } from '../channels/post/post.message.js';
import { COMMUNITY, MAIL_ADDRESS, POST_TARGET, STATS, TRAP_HOST } from './param.js';
import { always, noPermissions, type ActionRow, type Params } from './row.js';

const notification = (
  row: Omit<ActionRow, 'needs' | 'switches' | 'retries' | 'fits'> & Partial<ActionRow>,
): ActionRow => ({
  needs: noPermissions,
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

/** Codes that send notifications. */
export const NOTIFY_CODES: readonly ActionRow[] = [
  notification({
    code: 15,
    name: 'Email Recipient',
    params: [MAIL_ADDRESS],
    // One server for all mails, whomever they are for.
    target: () => 'mail',
    perform: ({ channels }, [to], { occurrence, signal }) => channels.mail.send(to, occurrence, signal),
    message: ({ channels }, _, occurrence) => channels.mail.preview(occurrence),
    unavailableReason: ({ channels }) => channels.mail.unavailableReason(),
  }),
  notification({
    code: 18,
    name: 'SNMPv2 Trap Notification',
    params: [TRAP_HOST, COMMUNITY],
    target: ([host]) => `trap ${host}`,
    perform: ({ channels }, [host, community], { occurrence, signal }) =>
      channels.trap.sendV2(host, community, occurrence, signal),
    message: ({ channels }, _, occurrence) => channels.trap.preview(occurrence),
  }),
  notification({
    code: 19,
    name: 'SNMPv3 Trap Notification',
    params: [TRAP_HOST],
    target: ([host]) => `trap ${host}`,
    perform: ({ channels }, [host], { occurrence, signal }) => channels.trap.sendV3(host, occurrence, signal),
    message: ({ channels }, _, occurrence) => channels.trap.preview(occurrence),
    unavailableReason: ({ channels }) => channels.trap.v3UnavailableReason(),
  }),
  notification({
    code: 20,
    name: 'HTTP Post Request',
    params: [POST_TARGET, STATS],
    // It goes wherever its maker likes, so it carries nothing that he may not see.
    needs: (params) => VIEWED_BY[statsOf(params)],
    showsOutlets: (params) => statsOf(params) === 'outlets',
    target: ([url]) => `post ${url}`,
    perform: ({ channels }, params, { occurrence, signal }) =>
      channels.post.send(params[0], statsOf(params), occurrence, signal),
    message: ({ channels }, params, occurrence) => channels.post.preview(statsOf(params), occurrence),
  }),
];
