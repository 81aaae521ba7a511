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
author: [Rackfeed]
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
  returned: always
  type: dict
"""

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.rackfeed.pdu.plugins.module_utils.api import CONNECTION, Pdu, PduError, path_of

STATES = {'on': 'ON', 'off': 'OFF', 'rebooted': 'REBOOT'}


def main():
    module = AnsibleModule(
        argument_spec=dict(
            outlet=dict(type='str', required=True),
            state=dict(type='str', choices=['on', 'off', 'rebooted'], required=True),
            confirm=dict(type='bool', default=False),
            wait=dict(type='int', default=60),
            **CONNECTION
        ),
        supports_check_mode=True,
    )
    try:
        module.exit_json(**switch(module, Pdu(module.params)))
    except PduError as error:
        module.fail_json(msg=str(error), status=error.status, code=error.code)


def switch(module, pdu):
    wanted = STATES[module.params['state']]
    outlet = pdu.outlet(module.params['outlet'])
    if 'state' not in outlet:
        raise PduError('Outlet %s has no relay on this model.' % outlet['id'])
    is_cycling = outlet.get('rebootStatus', 'none') != 'none'
    if outlet['state'] == wanted and not is_cycling:
        return dict(changed=False, outlet=outlet)
    diff = dict(before='%s\n' % outlet['state'], after='%s\n' % wanted)
    if module.check_mode:
        return dict(changed=True, outlet=outlet, diff=diff)
    path = path_of('outlets', outlet['id'])
    body = dict(state=wanted)
    if module.params['confirm']:
        body['confirm'] = True
    after = pdu.request('PUT', path, body)
    if wanted == 'REBOOT' and module.params['wait'] > 0:
        after = pdu.wait_for(path, has_rebooted, module.params['wait'])
    return dict(changed=True, outlet=after, diff=diff)


def has_rebooted(outlet):
    return outlet.get('rebootStatus') == 'none' and outlet.get('state') == 'ON'


if __name__ == '__main__':
    main()
