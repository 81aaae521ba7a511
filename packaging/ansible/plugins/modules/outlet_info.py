#!/usr/bin/python
# -*- coding: utf-8 -*-

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: outlet_info
short_description: Read the outlets of a Rackfeed PDU
description:
  - Answers outlets with their states and measurements, as far as the owner of the token may view them.
extends_documentation_fragment: [rackfeed.pdu.connection]
options:
  outlets:
    description: Ids, indexes or names; all outlets if it is left out.
    type: list
    elements: str
author: Rackfeed (!UNKNOWN)
"""

EXAMPLES = r"""
- name: Read two outlets
  rackfeed.pdu.outlet_info:
    url: https://pdu.example
    token: "{{ pdu_token }}"
    outlets: [1, Server 3]
  register: power
"""

RETURN = r"""
outlets:
  description: The outlets, as the API answers them.
  returned: success
  type: list
  elements: dict
"""

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.rackfeed.pdu.plugins.module_utils.api import CONNECTION, Pdu, PduError


def main():
    module = AnsibleModule(
        argument_spec=dict(outlets=dict(type='list', elements='str'), **CONNECTION), supports_check_mode=True
    )
    pdu = Pdu(module.params)
    try:
        wanted = module.params['outlets']
        outlets = pdu.get('/api/outlets') if wanted is None else [pdu.outlet(each) for each in wanted]
        module.exit_json(changed=False, outlets=outlets)
    except PduError as error:
        module.fail_json(msg=str(error), status=error.status, code=error.code)


if __name__ == '__main__':
    main()
