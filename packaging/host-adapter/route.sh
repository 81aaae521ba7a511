#!/bin/sh
# Example host adapter of Rackfeed for Linux with iproute2: see docs/host-adapter.md.
# Reads /etc/rackfeed/host-adapter.conf (shell variables): SECONDARY_INTERFACE, SECONDARY_GATEWAY, IP.
set -eu

CONF=${HOST_ADAPTER_CONF:-/etc/rackfeed/host-adapter.conf}
if [ -r "$CONF" ]; then . "$CONF"; fi
# "sudo -n ip" where the controller's user has no CAP_NET_ADMIN.
IP=${IP:-ip}

fail() {
  echo "$2" >&2
  exit "$1"
}

use_secondary() {
  interface=${SECONDARY_INTERFACE:-}
  [ -n "$interface" ] || fail 78 "SECONDARY_INTERFACE is not set in $CONF."
  $IP link show dev "$interface" >/dev/null 2>&1 || fail 69 "There is no network interface $interface."
  # Also when it is already the default route: the command is idempotent.
  if [ -n "${SECONDARY_GATEWAY:-}" ]; then
    $IP route replace default via "$SECONDARY_GATEWAY" dev "$interface"
    echo "The default route goes over $interface by way of $SECONDARY_GATEWAY."
  else
    $IP route replace default dev "$interface"
    echo "The default route goes over $interface."
  fi
}

case "${1:-}" in
  use-secondary) use_secondary ;;
  apply-network) fail 64 "This adapter leaves addresses, names and time to the host system." ;;
  *) fail 64 "Usage: $0 use-secondary | apply-network" ;;
esac
