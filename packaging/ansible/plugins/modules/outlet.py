#!/usr/bin/python
# -*- coding: utf-8 -*-

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: outlet
short_description: Switch an outlet of a Rackfeed PDU
description:
  - Turns an outlet on or off, or reboots it. An outlet that has the state already is left alone.
extends_documentation_fragment: [rackfeed.pdu.connection]
options:
  outlet:
    description: Id, index or name of the outlet.
    type: str
    required: true
  state:
    description: The state wanted; C(rebooted) turns it off and on again each time.
    type: str
    choices: ['on', 'off', rebooted]
    required: true
  confirm:
    description: Confirms the switch-off of an outlet whose protection asks for it.
    type: bool
    default: false
  wait:
    description: The seconds that a reboot may take, 0 for not waiting.
    type: int
    default: 60
author: Rackfeed (!UNKNOWN)
"""

EXAMPLES = r"""
- name: The old server is off
  rackfeed.pdu.outlet:
    url: https://pdu.example
    token: "{{ pdu_token }}"
    outlet: Server 3
    state: 'off'
"""

RETURN = r"""
outlet:
  description: The outlet afterwards, as the API answers it.
  returned: success
  type: dict
"""

from ansible_collections.rackfeed.pdu.plugins.module_utils.api import PduError, path_of
from ansible_collections.rackfeed.pdu.plugins.module_utils.switching import Switching, has_settled


def main():
    Switching('outlet').run(switch)


def switch(switching, pdu):
    wanted = switching.wanted
    outlet = pdu.outlet(switching.name)
    if 'state' not in outlet:
        raise PduError('Outlet %s has no relay on this model.' % outlet['id'])
    if has_settled(outlet, wanted):
        return dict(changed=False, outlet=outlet)
    diff = dict(before='%s\n' % outlet['state'], after='%s\n' % wanted)
    if switching.check_mode:
        return dict(changed=True, outlet=outlet, diff=diff)
    after = switching.request(pdu, outlet['id'])
    if wanted == 'REBOOT' and switching.wait > 0:
        after = pdu.wait_for(path_of('outlets', outlet['id']), lambda now: has_settled(now, 'ON'), switching.wait)
    return dict(changed=True, outlet=after, diff=diff)


if __name__ == '__main__':
    main()
