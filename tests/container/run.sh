#!/usr/bin/env bash
# Builds the image, starts a node from it, and checks it: npm run test:container
# Needs buildah, and debootstrap where no registry answers. The node runs in the image's files by chroot: no container has to be allowed.
# BASE: the image with Node.js. By default node:24-slim or, where no registry answers, one made of Debian packages and the npm package `node`.
set -euo pipefail
cd "$(dirname "$0")/../.."
WORK=$(mktemp -d)
PORT=${PORT:-8099}
IMAGE=localhost/quoin-test
server=''
finish() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  [ -z "${container:-}" ] || buildah rm "$container" >/dev/null 2>&1 || true
  rm -rf "$WORK"
}
trap finish EXIT
say() { printf '%s\n' "$*" >&2; }
fail() { say "FAILED: $*"; exit 1; }

BASE=${BASE:-docker.io/library/node:24-slim}
if ! timeout 30 buildah pull -q "$BASE" >/dev/null 2>&1; then
  BASE=localhost/quoin-base
fi
if [ "$BASE" = localhost/quoin-base ] && ! buildah inspect --type image "$BASE" >/dev/null 2>&1; then
  say "no registry: making a base image of Debian packages"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$WORK/root" >"$WORK/debootstrap.log" 2>&1 || fail "debootstrap: $(tail -n 1 "$WORK/debootstrap.log")"
  install -D node_modules/node/bin/node "$WORK/root/usr/local/bin/node"
  mkdir -p "$WORK/root/usr/local/lib/node_modules"
  cp -rL "$(dirname "$(readlink -f "$(command -v npm)")")/.." "$WORK/root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$WORK/root/usr/local/bin/npm"
  ln -s ../lib/node_modules/npm/bin/npx-cli.js "$WORK/root/usr/local/bin/npx"
  # The registry that this machine uses, and whom it trusts.
  mkdir -p "$WORK/root/usr/local/etc"
  npm config get registry | sed 's/^/registry=/' >"$WORK/root/usr/local/etc/npmrc"
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    cp -L "$NODE_EXTRA_CA_CERTS" "$WORK/root/etc/ssl/certs/ca-certificates.crt"
    echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >>"$WORK/root/usr/local/etc/npmrc"
  fi
  from=$(buildah from scratch)
  buildah add -q "$from" "$WORK/root" / >/dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$from"
  buildah commit -q --rm "$from" "$BASE" >/dev/null
  rm -rf "$WORK/root"
fi

say "building on $BASE"
buildah build -q --isolation chroot --network host --format docker --build-arg NODE="$BASE" -t "$IMAGE" . >/dev/null

container=$(buildah from "$IMAGE")
inside() { buildah run --isolation chroot --network host --user node --env PORT="$PORT" "$container" -- "$@"; }

[ "$(inside id -un)" = node ] || fail 'the image runs as root'
inside test ! -e node_modules/vite || fail 'development dependencies are in the image'
inside test ! -e tests || fail 'tests are in the image'
inside test -w /data || fail '/data cannot be written'
health() { inside node -e "$(node -e '
  const line = require("node:fs").readFileSync("Dockerfile", "utf8").match(/^  CMD (\[.*\])$/m)[1]
  process.stdout.write(JSON.parse(line)[2])')"; }

start() {
  inside node server/main.ts >"$WORK/out" 2>"$WORK/log" &
  server=$!
  for _ in $(seq 120); do
    kill -0 "$server" 2>/dev/null || fail "the node ended: $(tail -n 5 "$WORK/log")"
    if [ "$(curl -so /dev/null -w '%{http_code}' "http://127.0.0.1:$PORT/readyz")" = 200 ]; then return; fi
    sleep 0.5
  done
  fail "the node is not ready after 60 s: $(tail -n 5 "$WORK/log")"
}
stop() {
  pkill -TERM -P "$server" -f server/main.ts || kill "$server"
  wait "$server" || true
  server=''
}

! health 2>/dev/null || fail 'the health check passes without a server'
start
health || fail 'the health check fails while the node is ready'
curl -sf "http://127.0.0.1:$PORT/" | grep -q '<title>' || fail 'no page'
inside test -e /data/quoin.db || fail 'no database in /data'
files=$(inside ls /data)
stop
start
[ "$(inside ls /data)" = "$files" ] || fail "the files of /data are others after a restart"
stop

size=$(buildah images --format '{{.Size}}' "$IMAGE" | head -n 1)
say "OK: built on $BASE, $size; ran as node, ready, healthy, restarted. Not tried here: compose.yaml and compose.nodes.yaml, which need a container engine."
