# -*- coding: utf-8 -*-
"""The options by which every module reaches a PDU."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type


class ModuleDocFragment(object):
    DOCUMENTATION = r"""
options:
  url:
    description: The address of the PDU, such as C(https://pdu.example).
    type: str
    required: true
  token:
    description: A personal access token.
    type: str
    required: true
  ca_path:
    description: A file with the certificate of the PDU or of its authority.
    type: path
  validate_certs:
    description: C(false) accepts any certificate; only for a network that nobody else can reach.
    type: bool
    default: true
"""
