#!/usr/bin/env bash
# Builds and tests the web front end with the machine's npm. Called by Maven and by ./stator; see 'web.sh help'.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

readonly NODE_MIN=20
readonly web=target/web

say() { printf 'workbench: %s\n' "$@" >&2; }

# Whether there is a Node.js that is new enough, with npm.
has_node() {
  command -v npm >/dev/null && command -v node >/dev/null &&
    [ "$(node --print 'process.versions.node.split(".")[0]')" -ge "$NODE_MIN" ]
}

digest() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1
}

# One number that changes with every source: names and contents.
fingerprint() {
  find . \( -name node_modules -o -name target -o -name e2e \) -prune -o -type f ! -name '*.md' ! -name '*.test.*' -print |
    LC_ALL=C sort | while IFS= read -r file; do
    printf '%s\n' "$file"
    cat "$file"
  done | digest
}

# Installs exactly what package-lock.json names, unless that is there already. What npm has in its cache is not fetched again.
install() {
  local wanted
  wanted=$(digest <package-lock.json)
  if [ -f node_modules/.stator ] && [ "$(cat node_modules/.stator)" = "$wanted" ]; then
    return 0
  fi
  say "installing the packages of package-lock.json ..."
  mkdir -p target
  if ! npm ci --prefer-offline --no-audit --no-fund >target/npm.log 2>&1; then
    cat target/npm.log >&2
    return 1
  fi
  printf '%s' "$wanted" >node_modules/.stator
}

# Without npm, or without a network to install from, the server is built without its front end and says so in the browser.
build() {
  local wanted
  if ! has_node; then
    say "left out: there is no Node.js of version $NODE_MIN or newer with npm (apt-get install nodejs npm)."
    return 0
  fi
  wanted=$(fingerprint)
  if [ -f "$web/index.html" ] && [ "$(cat target/web.built 2>/dev/null)" = "$wanted" ]; then
    return 0
  fi
  rm -rf "$web" target/classes/dev/stator/workbench/web
  if ! install; then
    say "left out: npm could not install its packages, which the lines above explain."
    return 0
  fi
  mkdir -p target
  if ! npm run --silent build -- --outDir "$PWD/$web" --emptyOutDir >target/web.log 2>&1; then
    cat target/web.log >&2
    return 1
  fi
  printf '%s' "$wanted" >target/web.built
}

# Fails where the packages are missing: a test that does not run has not passed.
require_packages() {
  if ! has_node; then
    say "Node.js $NODE_MIN or newer and npm are needed (apt-get install nodejs npm)."
    return 1
  fi
  install
}

case ${1:-help} in
  build)
    build
    ;;
  test)
    if [[ ${STATOR_TESTS_SKIPPED:-} == *true* || -n ${STATOR_TESTS_ONLY:-} ]]; then
      exit 0
    fi
    if ! has_node && [ -z "${CI:-}" ]; then
      say "its tests were not run: there is no Node.js $NODE_MIN or newer with npm."
      exit 0
    fi
    require_packages
    exec npm run --silent test
    ;;
  e2e)
    require_packages
    exec npm run --silent e2e
    ;;
  *)
    cat <<'USAGE'
Usage: workbench/web.sh COMMAND

  build   build the front end into target/web, if its sources changed
  test    run the tests that need neither server nor browser
  e2e     run the tests that drive a real server with Chromium and with generated programs; needs ./stator build
USAGE
    ;;
esac
