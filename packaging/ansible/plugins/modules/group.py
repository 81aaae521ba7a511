#!/usr/bin/python
# -*- coding: utf-8 -*-

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: group
short_description: Switch a group of outlets of a Rackfeed PDU
description:
  - Turns the outlets of a group on one after another, or off at once, or reboots them. A group whose outlets all have the
    state already is left alone.
extends_documentation_fragment: [rackfeed.pdu.connection]
options:
  group:
    description: Id or name of the group.
    type: str
    required: true
  state:
    description: The state wanted; C(rebooted) turns all off and on again each time.
    type: str
    choices: ['on', 'off', rebooted]
    required: true
  confirm:
    description: Confirms the switch-off of outlets whose protection asks for it.
    type: bool
    default: false
  wait:
    description: The seconds that it may take until all outlets have the state, 0 for not waiting.
    type: int
    default: 60
author: Rackfeed (!UNKNOWN)
"""

EXAMPLES = r"""
- name: The storage is on
  rackfeed.pdu.group:
    url: https://pdu.example
    token: "{{ pdu_token }}"
    group: Storage
    state: 'on'
"""

RETURN = r"""
group:
  description: The group afterwards, as the API answers it.
  returned: success
  type: dict
"""

from ansible_collections.rackfeed.pdu.plugins.module_utils.api import PduError
from ansible_collections.rackfeed.pdu.plugins.module_utils.switching import Switching, has_settled


def main():
    Switching('group').run(switch)


def switch(switching, pdu):
    wanted = switching.wanted
    group = pdu.group(switching.name)
    ids = [each['id'] if isinstance(each, dict) else each for each in group['outlets']]
    outlets = [each for each in pdu.get('/api/outlets') if each['id'] in ids]
    if not outlets:
        raise PduError('Group %s has no outlets, or the token may view none of them.' % group['id'])
    if all(has_settled(each, wanted) for each in outlets):
        return dict(changed=False, group=group)
    before = ''.join('%s %s\n' % (each['id'], each.get('state')) for each in outlets)
    diff = dict(before=before, after=''.join('%s %s\n' % (each['id'], wanted) for each in outlets))
    if switching.check_mode:
        return dict(changed=True, group=group, diff=diff)
    after = switching.request(pdu, group['id'])
    if switching.wait > 0:
        final = 'OFF' if wanted == 'OFF' else 'ON'
        pdu.wait_for(
            '/api/outlets',
            lambda now: all(has_settled(each, final) for each in now if each['id'] in ids),
            switching.wait,
        )
    return dict(changed=True, group=after, diff=diff)


if __name__ == '__main__':
    main()
