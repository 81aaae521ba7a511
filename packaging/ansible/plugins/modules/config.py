#!/usr/bin/python
# -*- coding: utf-8 -*-

from __future__ import absolute_import, division, print_function

__metaclass__ = type

DOCUMENTATION = r"""
module: config
short_description: Apply a configuration document to a Rackfeed PDU
description:
  - Compares a configuration document with the PDU and applies it where they differ. Check mode stops after the
    comparison, and diff mode shows it. No relay is switched.
extends_documentation_fragment: [rackfeed.pdu.connection]
options:
  document:
    description: The document.
    type: dict
  src:
    description: A file with the document as JSON, on the machine that runs the module.
    type: path
  secrets_passphrase:
    description: The passphrase with which the secrets in the document are encrypted.
    type: str
author: Rackfeed (!UNKNOWN)
"""

EXAMPLES = r"""
- name: The PDU has the configuration of the site
  rackfeed.pdu.config:
    url: https://pdu.example
    token: "{{ pdu_token }}"
    src: /etc/pdu/site.json
"""

RETURN = r"""
changes:
  description: The changes, as the PDU lists them.
  returned: success
  type: list
  elements: dict
pdu_warnings:
  description: What the document lacks or this PDU does not have.
  returned: success
  type: list
  elements: dict
"""

import json

from ansible.module_utils.basic import AnsibleModule
from ansible_collections.rackfeed.pdu.plugins.module_utils.api import CONNECTION, Pdu, PduError


def main():
    module = AnsibleModule(
        argument_spec=dict(
            document=dict(type='dict', no_log=True),
            src=dict(type='path'),
            secrets_passphrase=dict(type='str', no_log=True),
            **CONNECTION
        ),
        mutually_exclusive=[('document', 'src')],
        required_one_of=[('document', 'src')],
        supports_check_mode=True,
    )
    # It may hold secrets: the log of the machine and the arguments that -vvv shows lack it, but the changes do not.
    document = module.params.pop('document')
    module.no_log_values = set(module.params[each] for each in ('token', 'secrets_passphrase') if module.params[each])
    try:
        if document is None:
            document = read(module.params['src'])
        module.exit_json(**apply(module, Pdu(module.params), document))
    except PduError as error:
        module.fail_json(msg=str(error), status=error.status, code=error.code)


def read(path):
    try:
        with open(path, 'rb') as file:
            document = json.loads(file.read().decode('utf-8'))
    except (OSError, ValueError) as error:
        raise PduError('%s cannot be read as JSON: %s.' % (path, error))
    if not isinstance(document, dict):
        raise PduError('%s holds no configuration document.' % path)
    return document


def apply(module, pdu, document):
    body = dict(document)
    if module.params['secrets_passphrase'] is not None:
        body['passphrase'] = module.params['secrets_passphrase']
    plan = pdu.request('POST', '/api/config/plan', body)
    changes = plan.get('changes', [])
    result = dict(changed=bool(changes), changes=changes, pdu_warnings=plan.get('warnings', []))
    if changes:
        result['diff'] = dict(before=lines(changes, 'before'), after=lines(changes, 'after'))
    if changes and not module.check_mode:
        pdu.request('POST', '/api/config/apply', body)
    return result


def lines(changes, side):
    shown = ('%s: %s\n' % (each.get('path'), json.dumps(each[side], sort_keys=True)) for each in changes if side in each)
    return ''.join(shown)


if __name__ == '__main__':
    main()
