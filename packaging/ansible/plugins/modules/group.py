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
author: [Rackfeed]
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
  returned: always
  type: dict
"""

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.rackfeed.pdu.plugins.module_utils.api import CONNECTION, Pdu, PduError, path_of

STATES = {'on': 'ON', 'off': 'OFF', 'rebooted': 'REBOOT'}


def main():
    module = AnsibleModule(
        argument_spec=dict(
            group=dict(type='str', required=True),
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
    group = pdu.group(module.params['group'])
    ids = [each['id'] if isinstance(each, dict) else each for each in group['outlets']]
    outlets = [each for each in pdu.get('/api/outlets') if each['id'] in ids]
    if all(each.get('state') == wanted and each.get('rebootStatus', 'none') == 'none' for each in outlets):
        return dict(changed=False, group=group)
    before = ''.join('%s %s\n' % (each['id'], each.get('state')) for each in outlets)
    diff = dict(before=before, after=''.join('%s %s\n' % (each['id'], wanted) for each in outlets))
    if module.check_mode:
        return dict(changed=True, group=group, diff=diff)
    body = dict(state=wanted)
    if module.params['confirm']:
        body['confirm'] = True
    after = pdu.request('PUT', path_of('groups', group['id']), body)
    if module.params['wait'] > 0:
        final = 'OFF' if wanted == 'OFF' else 'ON'

        def have_it(outlets):
            own = [each for each in outlets if each['id'] in ids]
            return all(each.get('state') == final and each.get('rebootStatus', 'none') == 'none' for each in own)

        pdu.wait_for('/api/outlets', have_it, module.params['wait'])
    return dict(changed=True, group=after, diff=diff)


if __name__ == '__main__':
    main()
