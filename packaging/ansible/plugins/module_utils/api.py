# -*- coding: utf-8 -*-
"""The HTTP API of a PDU for the modules of this collection."""

from __future__ import absolute_import, division, print_function

__metaclass__ = type

import json
import time
from urllib.error import HTTPError, URLError
from urllib.parse import quote

from ansible.module_utils.common.text.converters import to_text
from ansible.module_utils.urls import open_url

CONNECTION = dict(
    url=dict(type='str', required=True),
    token=dict(type='str', required=True, no_log=True),
    ca_path=dict(type='path'),
    validate_certs=dict(type='bool', default=True),
)

TIMEOUT = 30


class PduError(Exception):
    """A refusal of the PDU, or that it could not be reached; the message is for people."""

    def __init__(self, message, status=None, code=None):
        super(PduError, self).__init__(message)
        self.status = status
        self.code = code


class Pdu(object):
    """Sends requests with the connection options of a module."""

    def __init__(self, params):
        self.base = params['url'].rstrip('/')
        self.token = params['token']
        self.ca_path = params['ca_path']
        self.validate_certs = params['validate_certs']

    def request(self, method, path, body=None):
        """The JSON of the answer. Raises PduError."""
        headers = {'Authorization': 'Bearer %s' % self.token, 'Accept': 'application/json'}
        data = None
        if body is not None:
            headers['Content-Type'] = 'application/json'
            data = json.dumps(body)
        try:
            answer = open_url(
                self.base + path, method=method, data=data, headers=headers, timeout=TIMEOUT,
                validate_certs=self.validate_certs, ca_path=self.ca_path, http_agent='rackfeed.pdu (Ansible)',
                follow_redirects='none',
            )
            return parsed(answer.read(), self.base)
        except HTTPError as error:
            raise refusal(error, self.base)
        except (URLError, OSError, ValueError) as error:
            reason = getattr(error, 'reason', error)
            raise PduError('%s cannot be reached: %s.' % (self.base, to_text(reason).rstrip('.')))

    def get(self, path):
        return self.request('GET', path)

    def outlet(self, wanted):
        """One outlet by id, index or name. Raises PduError for none and for several with one name."""
        outlets = self.get('/api/outlets')
        text = to_text(wanted)
        for outlet in outlets:
            if text in (to_text(outlet['id']), to_text(outlet.get('outletIndex'))):
                return outlet
        return one(outlets, 'outletName', text, 'outlet')

    def group(self, wanted):
        """One group by id or name. Raises PduError."""
        groups = self.get('/api/groups')
        for group in groups:
            if to_text(group['id']) == to_text(wanted):
                return group
        return one(groups, 'groupName', to_text(wanted), 'group')

    def wait_for(self, path, is_so, seconds):
        """Reads until it is so; the last answer. Raises PduError when the time is over."""
        end = time.time() + seconds
        while True:
            answer = self.get(path)
            if is_so(answer):
                return answer
            if time.time() >= end:
                raise PduError('Switched, but not all is in the wanted state within %s seconds (option "wait").' % seconds)
            time.sleep(0.5)


def one(entries, member, text, kind):
    found = [each for each in entries if each.get(member) == text]
    if len(found) == 1:
        return found[0]
    if found:
        raise PduError('%s has the name of several objects: use the id of the %s.' % (json.dumps(text), kind))
    raise PduError('There is no %s %s, or the token may not view it.' % (kind, json.dumps(text)))


def path_of(kind, name):
    return '/api/%s/%s' % (kind, quote(to_text(name), safe=''))


def parsed(data, base):
    try:
        return json.loads(to_text(data)) if data else {}
    except ValueError:
        raise PduError('%s did not answer as a Rackfeed PDU does.' % base)


def refusal(error, base):
    """The sentence of the PDU; of a body that is not valid one line for each wrong member."""
    try:
        body = json.loads(to_text(error.read()))
    except ValueError:
        body = {}
    if not isinstance(body, dict) or 'message' not in body:
        return PduError('%s answered %s.' % (base, error.code), error.code)
    lines = ['%s: %s' % (each['field'], each['message']) for each in body.get('details', [])]
    return PduError('\n'.join(lines) or body['message'], error.code, body.get('code'))
