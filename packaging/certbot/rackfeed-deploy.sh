#!/bin/sh
# Deploy hook of certbot: gives a renewed certificate and its key to a Rackfeed controller. See docs/https.md.
# certbot sets RENEWED_LINEAGE, the folder with fullchain.pem and privkey.pem.
# Reads /etc/rackfeed/certbot.conf (shell variables): RACKFEED_URL, TOKEN_FILE, CA_FILE, LINEAGE.
set -eu
umask 077

CONF=${RACKFEED_CERTBOT_CONF:-/etc/rackfeed/certbot.conf}
if [ -r "$CONF" ]; then . "$CONF"; fi
# On the machine itself plain HTTP does not use the network; elsewhere use https.
URL=${RACKFEED_URL:-http://127.0.0.1:8080}
TOKEN_FILE=${TOKEN_FILE:-/etc/rackfeed/certbot.token}

fail() {
  echo "rackfeed-deploy: $*" >&2
  exit 1
}

[ -n "${RENEWED_LINEAGE:-}" ] || fail "RENEWED_LINEAGE is not set: certbot sets it when it runs this as a deploy hook."
# The machine may renew other certificates as well.
if [ -n "${LINEAGE:-}" ] && [ "$LINEAGE" != "$(basename "$RENEWED_LINEAGE")" ]; then exit 0; fi
case "$URL" in
  *@*) fail "$URL names a user: leave that out." ;;
  https://* | http://127.0.0.1 | http://127.0.0.1[:/]* | http://localhost | http://localhost[:/]* | http://\[::1\]*) ;;
  *) fail "$URL would send the private key in the clear: use https." ;;
esac
for file in "$RENEWED_LINEAGE/fullchain.pem" "$RENEWED_LINEAGE/privkey.pem" "$TOKEN_FILE"; do
  [ -r "$file" ] || fail "$file cannot be read."
done
case "$(stat -L -c %a "$TOKEN_FILE")" in
  *00) ;;
  *) fail "$TOKEN_FILE can be read by others: chmod 600 it." ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Secrets are in files that only this user can read, never in arguments, which every user of the machine can see.
printf 'Authorization: Bearer %s\n' "$(cat "$TOKEN_FILE")" >"$work/header"
# JSON has to escape only the line ends of a PEM.
pem() { awk '{ sub(/\r$/, ""); printf "%s\\n", $0 }' "$1"; }
printf '{"certificate":"%s","key":"%s"}' "$(pem "$RENEWED_LINEAGE/fullchain.pem")" "$(pem "$RENEWED_LINEAGE/privkey.pem")" \
  >"$work/body"

status=$(curl --silent --show-error --max-time 60 --output "$work/answer" --write-out '%{http_code}' \
  ${CA_FILE:+--cacert "$CA_FILE"} --request PUT --header "@$work/header" --header 'Content-Type: application/json' \
  --data-binary "@$work/body" "$URL/api/system/certificate") || fail "$URL could not be asked."
[ "$status" = 200 ] || fail "$URL answered $status: $(cat "$work/answer")"
echo "The certificate of $URL was replaced."
