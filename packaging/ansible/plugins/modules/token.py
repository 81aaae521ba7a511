#!/usr/bin/python
# -*- coding: utf-8 -*-

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: token
short_description: Make an access token of a user of a Rackfeed PDU
description:
  - Makes a personal access token. A user has one token, so the one before ends; every run makes another.
extends_documentation_fragment: [rackfeed.pdu.connection]
options:
  user:
    description: Id or name of the user.
    type: str
    required: true
author: Rackfeed (!UNKNOWN)
"""

EXAMPLES = r"""
- name: Make the token of the monitoring
  rackfeed.pdu.token:
    url: https://pdu.example
    token: "{{ pdu_token }}"
    user: prometheus
  register: made
  no_log: true
"""

RETURN = r"""
access_token:
  description: The token, which is never shown again. Register it in a task with C(no_log).
  returned: when it was made
  type: str
"""

from ansible.module_utils.basic import AnsibleModule
from ansible.module_utils.common.text.converters import to_text
from ansible_collections.rackfeed.pdu.plugins.module_utils.api import CONNECTION, Pdu, PduError, one, path_of


def main():
    module = AnsibleModule(
        argument_spec=dict(user=dict(type='str', required=True), **CONNECTION), supports_check_mode=True
    )
    pdu = Pdu(module.params)
    try:
        user = find(pdu, module.params['user'])
        if module.check_mode:
            module.exit_json(changed=True)
        made = pdu.request('POST', path_of('users', user['id']) + '/token')
        module.exit_json(changed=True, access_token=made['accessToken'])
    except PduError as error:
        module.fail_json(msg=str(error), status=error.status, code=error.code)


def find(pdu, wanted):
    users = pdu.get('/api/users')
    for user in users:
        if to_text(user['id']) == to_text(wanted):
            return user
    return one(users, 'username', to_text(wanted), 'user')


if __name__ == '__main__':
    main()
