#!/usr/bin/env bash
# npm run deb:check: builds the Debian package in two versions, and installs, upgrades, removes and purges it in a Debian
# of its own, with the Node of that Debian. Needs root, debootstrap and the network for Debian's packages (apt install
# debootstrap dpkg-dev curl); lintian checks the package if it is there.
#
# DEB_CHECK_SUITE names the release of Debian (trixie: the first whose Node is new enough); DEB_CHECK_CACHE the folder
# that stores it between runs.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "The package is not checked: $1"
  exit 0
}
fail() {
  echo "The package is not as it must be: $1" >&2
  exit 1
}

[ "$(uname -s)" = Linux ] || skip "this is not Linux."
[ "$(id -u)" = 0 ] || skip "it takes root."
for tool in debootstrap dpkg-deb dpkg-shlibdeps curl; do
  command -v "$tool" >/dev/null || skip "there is no $tool (apt install debootstrap dpkg-dev curl)."
done
# In a mount namespace of its own, which takes its mounts along when it ends.
if [ "${1:-}" != --in-namespace ]; then
  unshare --mount true 2>/dev/null || skip "this machine does not allow mount namespaces."
  exec unshare --mount --propagation private bash "$0" --in-namespace
fi

suite="${DEB_CHECK_SUITE:-trixie}"
work="$(mktemp -d)"
chmod 755 "$work"
running=
finish() {
  if [ -n "$running" ]; then kill -KILL "$running" 2>/dev/null || true; fi
  umount -lR "$work/root/proc" "$work/root/dev" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap finish EXIT
phase() { echo "[$SECONDS s] $1"; }

# --- The packages ----------------------------------------------------------------------------------------------------

phase "two versions of the package"
FIRMWARE_SIGNING_KEY="$work/none" npm run --silent bundle -- --out "$work" --version 0.9.8-rc.1 >/dev/null
cp -r "$work/rackfeed-0.9.8-rc.1" "$work/rackfeed-0.9.8"
sed -i 's/"0.9.8-rc.1"/"0.9.8"/' "$work/rackfeed-0.9.8/package.json"
for version in 0.9.8-rc.1 0.9.8; do node scripts/package-deb.mjs --tree "$work/rackfeed-$version" >/dev/null; done
architecture="$(dpkg --print-architecture)"
older="rackfeed_0.9.8~rc.1_$architecture.deb"
newer="rackfeed_0.9.8_$architecture.deb"
(cd "$work" && sha256sum --quiet -c SHA256SUMS) || fail "SHA256SUMS does not fit."
if command -v lintian >/dev/null; then
  # Who maintains the package is known where it is published: DEBEMAIL.
  lintian --allow-root --fail-on error,warning --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog \
    "$work/$newer" || fail "lintian objects."
fi

# --- Debian ----------------------------------------------------------------------------------------------------------

cache="${DEB_CHECK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rackfeed-deb-check}"
mkdir -p "$cache" "$work/root"
base="$cache/$suite-$architecture.tar"
if [ ! -f "$base" ]; then
  phase "Debian $suite (stored in $cache)"
  debootstrap --variant=minbase "$suite" "$work/root" >"$work/debootstrap.log" 2>&1 ||
    { tail -5 "$work/debootstrap.log"; skip "Debian $suite cannot be had here."; }
  tar -C "$work/root" -cf "$base.part" . && mv "$base.part" "$base"
else
  tar -C "$work/root" -xf "$base"
fi
mount -t proc proc "$work/root/proc"
mount --rbind /dev "$work/root/dev"
cp "$work"/*.deb "$work/root/tmp/"
inside() { chroot "$work/root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
apt() { inside apt-get -qq -o Dpkg::Use-Pty=0 "$@" >"$work/apt.log" 2>&1 || { tail -20 "$work/apt.log" >&2; return 1; }; }
apt update || skip "the lists of Debian's packages cannot be had here."

# --- The controller, as its unit starts it -----------------------------------------------------------------------------

port="$(node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")"
url="http://127.0.0.1:$port"
unit=/usr/lib/systemd/system/rackfeed.service

start() {
  local line
  : >"$work/said"
  line="$(inside sed -n 's/^ExecStart=//p' "$unit")"
  # shellcheck disable=SC2086
  chroot --userspec=rackfeed:rackfeed "$work/root" /usr/bin/env -i -C /var/lib/rackfeed PATH=/usr/sbin:/usr/bin \
    RACKFEED_DATA_DIR=/var/lib/rackfeed RACKFEED_HOST=127.0.0.1 "RACKFEED_PORT=$port" $line >"$work/said" 2>"$work/errors" &
  running=$!
  for _ in $(seq 600); do
    if grep -q '^Rackfeed is ready at http://' "$work/said"; then return; fi
    kill -0 "$running" 2>/dev/null || break
    sleep 0.1
  done
  cat "$work/said" "$work/errors" >&2
  fail "the controller is not ready."
}
stop() {
  local code=0
  kill -TERM "$running"
  wait "$running" || code=$?
  running=
  [ "$code" = 0 ] || fail "SIGTERM ended the controller with $code."
}
request() { curl -sSf -m 10 -b "$work/cookies" -c "$work/cookies" "$@"; }
sign_in() {
  request -o /dev/null -d "{\"username\":\"admin\",\"password\":\"$password\"}" "$url/api/login" || fail "nobody can sign in $1."
}
is_off() { [[ "$(request "$url/api/outlets/1")" == *'"state":"OFF"'* ]] || fail "outlet 1 is not off $1."; }
mode_of() { inside stat -c '%a %U:%G' "$1"; }

# --- Install -----------------------------------------------------------------------------------------------------------

phase "install 0.9.8~rc.1"
apt install --no-install-recommends "/tmp/$older" || fail "it does not install."
echo "Node $(inside node -v) of Debian $suite"
[ "$(mode_of /var/lib/rackfeed)" = "700 rackfeed:rackfeed" ] || fail "the data folder is $(mode_of /var/lib/rackfeed)."
[ "$(mode_of /etc/rackfeed/rackfeed.env)" = "640 root:rackfeed" ] || fail "the variables are $(mode_of /etc/rackfeed/rackfeed.env)."
[ "$(inside systemctl is-enabled rackfeed 2>&1)" = enabled ] || fail "the service is not enabled."
inside rackfeed version
inside rackfeed check-config || fail "the variables that it brings are invalid."
(cd "$work/root" && inside sh -c 'cd / && md5sum --quiet -c /var/lib/dpkg/info/rackfeed.md5sums') || fail "md5sums do not fit."
start
head -1 "$work/said"
password="$(sed -nE 's/^First start: .* with the password ([^ ]+) and.*/\1/p' "$work/said")"
sign_in "after the installation"
request -o /dev/null -X PUT -d '{"state":"OFF"}' "$url/api/outlets/1" || fail "outlet 1 cannot be switched."
is_off "after the command"
echo '# a line of the administrator' >>"$work/root/etc/rackfeed/rackfeed.env"

# --- Upgrade -----------------------------------------------------------------------------------------------------------

phase "upgrade to 0.9.8 while the controller runs"
apt install --no-install-recommends "/tmp/$newer" || fail "it does not upgrade."
kill -0 "$running" 2>/dev/null || fail "the upgrade ended the controller without a service manager."
is_off "in the controller that runs during the upgrade"
stop
start
grep -q 'version 0\.9\.8)' "$work/said" || fail "the new version does not run."
if grep -q 'First start' "$work/said"; then fail "the upgrade lost the installation."; fi
sign_in "after the upgrade"
is_off "after the upgrade"
stop
inside grep -q 'a line of the administrator' /etc/rackfeed/rackfeed.env || fail "the upgrade replaced the variables."
[ "$(mode_of /etc/rackfeed/rackfeed.env)" = "640 root:rackfeed" ] || fail "the upgrade changed the mode of the variables."

# --- Remove, install again, purge --------------------------------------------------------------------------------------

phase "remove"
apt remove rackfeed || fail "it cannot be removed."
if [ -e "$work/root/usr/lib/rackfeed" ] || [ -e "$work/root/usr/bin/rackfeed" ]; then fail "the removal left the program."; fi
[ -f "$work/root/etc/rackfeed/rackfeed.env" ] || fail "the removal deleted the variables."
[ "$(mode_of /var/lib/rackfeed)" = "700 rackfeed:rackfeed" ] || fail "the removal changed the data folder."
[ -n "$(ls -A "$work/root/var/lib/rackfeed")" ] || fail "the removal deleted the data."

phase "install again"
apt install --no-install-recommends "/tmp/$newer" || fail "it does not install again."
start
sign_in "after the removal"
is_off "after the removal"
stop

phase "purge"
apt purge rackfeed || fail "it cannot be purged."
for path in /var/lib/rackfeed /etc/rackfeed /usr/lib/rackfeed; do
  if [ -e "$work/root$path" ]; then fail "the purge left $path."; fi
done
if inside systemctl is-enabled rackfeed >/dev/null 2>&1; then fail "the purge left the service enabled."; fi
phase "The package is good."
