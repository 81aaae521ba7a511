#!/usr/bin/env bash
# npm run image:check: builds packaging/docker/Dockerfile and tests the image, without a Docker daemon and without a
# registry of images. The two base images are made here, of Debian's own packages and Node's build in the npm registry,
# and get the names that the Dockerfile asks for. Needs root, buildah and debootstrap (apt install buildah debootstrap).
#
# The npm settings of this machine (registry, certificates) also apply inside the build, where they are mounted.
# IMAGE_CHECK_CACHE names the folder that stores the Debian root between runs.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
  echo "The image is not checked: $1"
  exit 0
}
fail() {
  echo "The image is not as it must be: $1" >&2
  exit 1
}

[ "$(uname -s)" = Linux ] || skip "this is not Linux."
[ "$(id -u)" = 0 ] || skip "it takes root."
for tool in buildah debootstrap curl; do
  command -v "$tool" >/dev/null || skip "there is no $tool (apt install buildah debootstrap curl)."
done
unshare --mount true 2>/dev/null || skip "this machine does not allow mount namespaces."
case "$(uname -m)" in
  x86_64) processor=x64 ;;
  aarch64) processor=arm64 ;;
  *) skip "Node's build for $(uname -m) is not in the npm registry." ;;
esac

DOCKERFILE=packaging/docker/Dockerfile
read -r major suite < <(sed -nE 's/^FROM node:([0-9]+)-([a-z]+)( .*)?$/\1 \2/p' "$DOCKERFILE") ||
  fail "$DOCKERFILE does not start from node:<version>-<suite>."

work="$(mktemp -d)"
running=
finish() {
  if [ -n "$running" ]; then signal_controller KILL || true; fi
  b rm --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT
cache="${IMAGE_CHECK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rackfeed-image-check}"
mkdir -p "$cache"

# A separate storage, registry list and policy: the machine's images are not touched, and nothing is pulled.
printf 'unqualified-search-registries = ["docker.io"]\n' >"$work/registries.conf"
printf '{"default":[{"type":"insecureAcceptAnything"}]}\n' >"$work/policy.json"
export BUILDAH_ISOLATION=chroot
b() {
  buildah --root "$work/storage" --runroot "$work/run" --storage-driver vfs \
    --registries-conf "$work/registries.conf" "$@"
}
phase() { echo "[$SECONDS s] $1"; }

# --- The base images -------------------------------------------------------------------------------------------------

root="$cache/$suite-$processor.tar"
if [ ! -f "$root" ]; then
  phase "Debian $suite (kept in $cache)"
  debootstrap --variant=minbase --include=ca-certificates "$suite" "$work/root" >"$work/debootstrap.log" 2>&1 ||
    { tail -5 "$work/debootstrap.log"; skip "Debian $suite cannot be had here."; }
  rm -rf "$work/root/var/cache/apt/archives"/*.deb "$work/root/var/lib/apt/lists"/*
  tar -C "$work/root" -cf "$root.part" . && mv "$root.part" "$root"
  rm -rf "$work/root"
fi

phase "node:$major-$suite-slim and node:$major-$suite"
mkdir "$work/node"
(cd "$work/node" && npm pack --silent "node-linux-$processor@$major" npm@11 >/dev/null 2>&1) ||
  skip "Node $major cannot be had from the npm registry."
mkdir -p "$work/local/lib/node_modules/npm" "$work/local/bin"
tar -C "$work/local" --strip-components=1 -xzf "$work/node"/node-linux-*.tgz
tar -C "$work/local/lib/node_modules/npm" --strip-components=1 -xzf "$work/node"/npm-*.tgz
chmod 755 "$work/local/bin/node"
for name in npm npx; do ln -s "../lib/node_modules/npm/bin/$name-cli.js" "$work/local/bin/$name"; done

slim="$(b from --quiet scratch)"
b add --quiet "$slim" "$root" / >/dev/null
b add --quiet "$slim" "$work/local" /usr/local >/dev/null
b config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$slim"
b commit --quiet "$slim" "docker.io/library/node:$major-$suite-slim" >/dev/null
# The large image of Docker Hub also contains the tools to compile native add-ons.
b run "$slim" -- sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends python3 make g++ git' \
  >"$work/apt.log" 2>&1 || { tail -5 "$work/apt.log"; skip "Debian's packages cannot be had here."; }
b commit --quiet --rm "$slim" "docker.io/library/node:$major-$suite" >/dev/null

# --- The build -------------------------------------------------------------------------------------------------------

phase "building $DOCKERFILE"
# The settings of the user, the machine and the environment; the last have precedence in npm, so they come last here.
{
  for level in globalconfig userconfig; do
    file="$(npm config get "$level" 2>/dev/null)"
    if [ -f "$file" ]; then cat "$file"; echo; fi
  done
  env | sed -nE 's/^npm_config_(registry|cafile|proxy|https_proxy|noproxy|strict_ssl|sqlite3_binary_host)=/\1=/Ip' |
    sed -E 's/^https_proxy/https-proxy/; s/^strict_ssl/strict-ssl/'
  echo loglevel=error
  echo "nodedir=/usr/local" # Node's headers stand beside it: nothing is fetched from nodejs.org
} >"$work/npmrc"
mounts=(--volume "$work/npmrc:/root/.npmrc:ro")
cafile="$(npm config get cafile 2>/dev/null)"
if [ -f "$cafile" ]; then mounts+=(--volume "$cafile:$cafile:ro"); fi
b bud --quiet --format docker --pull-never --signature-policy "$work/policy.json" "${mounts[@]}" \
  --file "$DOCKERFILE" --tag rackfeed:check . >"$work/build.log" 2>&1 ||
  { tail -40 "$work/build.log" >&2; fail "it does not build."; }

# --- The test run ----------------------------------------------------------------------------------------------------

phase "the controller in the image"
container="$(b from --quiet --pull-never rackfeed:check)"
json() { b inspect "$container" | node -e "
  const { Docker } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  const value = (($1))(Docker.config);
  console.log([].concat(value).join('\n'));"; }
mapfile -t entrypoint < <(json '(config) => config.Entrypoint')
mapfile -t health < <(json '(config) => config.Healthcheck.Test.slice(1)')
[ "$(json '(config) => config.User')" = 10001:10001 ] || fail "it does not run as 10001:10001."
port="$(node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")"
url="http://127.0.0.1:$port"
install -d -o 10001 -g 10001 -m 0700 "$work/data"
inside() { b run --env "RACKFEED_PORT=$port" --volume "$work/data:/var/lib/rackfeed" "$container" -- "$@"; }

descendants() {
  local child
  for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
    echo "$child"
    descendants "$child"
  done
}
# The process namespace is the machine's here: the signal goes to the only program of the container.
signal_controller() {
  local pid
  for pid in $(descendants "$running"); do
    if [ "$(readlink "/proc/$pid/exe" | sed 's/.*\///')" = node ]; then kill -"$1" "$pid"; return; fi
  done
  return 1
}
start() {
  : >"$work/said"
  inside "${entrypoint[@]}" >"$work/said" 2>"$work/errors" &
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
  signal_controller TERM || fail "there is no controller to stop."
  wait "$running" || code=$?
  running=
  [ "$code" = 0 ] || fail "SIGTERM ended the controller with $code."
}
request() { curl -sSf -m 10 -b "$work/cookies" -c "$work/cookies" "$@"; }

start
head -1 "$work/said"
password="$(sed -nE 's/^First start: .* with the password ([^ ]+) and.*/\1/p' "$work/said")"
request -o /dev/null -d "{\"username\":\"admin\",\"password\":\"$password\"}" "$url/api/login" || fail "nobody can sign in."
request -o /dev/null -X PUT -d '{"state":"OFF"}' "$url/api/outlets/1" || fail "outlet 1 cannot be switched."
[[ "$(request "$url/api/outlets/1")" == *'"state":"OFF"'* ]] || fail "outlet 1 is not off."
inside "${health[@]}" || fail "the health check fails on a controller that runs."
inside rackfeed version
inside rackfeed export >"$work/export.json" || fail "rackfeed export fails."
stop
if inside "${health[@]}" 2>/dev/null; then fail "the health check passes where nothing runs."; fi
start
if grep -q 'First start' "$work/said"; then fail "the volume does not keep the installation."; fi
request -o /dev/null -d "{\"username\":\"admin\",\"password\":\"$password\"}" "$url/api/login" || fail "the volume does not keep accounts."
[[ "$(request "$url/api/outlets/1")" == *'"state":"OFF"'* ]] || fail "a restart has switched outlet 1."
stop
phase "The image is good."
