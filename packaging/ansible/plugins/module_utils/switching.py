# -*- coding: utf-8 -*-
"""What the modules have in common that switch an object of a PDU."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.rackfeed.pdu.plugins.module_utils.api import CONNECTION, Pdu, PduError, path_of

STATES = {'on': 'ON', 'off': 'OFF', 'rebooted': 'REBOOT'}


class Switching(object):
    """The arguments of a module that switches, and its request."""

    def __init__(self, kind):
        """The kind is also the name of the argument that names the object: outlet or group."""
        self.kind = kind
        self.module = AnsibleModule(
            argument_spec=dict(
                {kind: dict(type='str', required=True)},
                state=dict(type='str', choices=['on', 'off', 'rebooted'], required=True),
                confirm=dict(type='bool', default=False),
                wait=dict(type='int', default=60),
                **CONNECTION
            ),
            supports_check_mode=True,
        )
        self.name = self.module.params[kind]
        self.wanted = STATES[self.module.params['state']]
        self.wait = self.module.params['wait']
        self.check_mode = self.module.check_mode

    def run(self, switch):
        """Ends the module with what the function answers for this and a connection, or with the refusal."""
        try:
            self.module.exit_json(**switch(self, Pdu(self.module.params)))
        except PduError as error:
            self.module.fail_json(msg=str(error), status=error.status, code=error.code)

    def request(self, pdu, number):
        """Switches the object with this id; its answer. Raises PduError."""
        body = dict(state=self.wanted)
        if self.module.params['confirm']:
            body['confirm'] = True
        return pdu.request('PUT', path_of('%ss' % self.kind, number), body)


def has_settled(outlet, state):
    """True for an outlet in this state whose reboot, if there was one, is over."""
    return outlet.get('state') == state and outlet.get('rebootStatus', 'none') == 'none'
