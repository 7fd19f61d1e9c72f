# Sourced by the scripts in Tools: where the project is, which toolchain to use, how steps are shown.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
minimum_swift=6.2

if [ -t 1 ]; then bold=$'\e[1m' plain=$'\e[0m'; else bold='' plain=''; fi

heading() { printf '\n%s== %s ==%s\n' "$bold" "$*" "$plain"; }
problem() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

# seconds_since START: whole seconds from a value of $SECONDS until now.
seconds_since() { echo $((SECONDS - $1)); }

# timed NAME COMMAND...: runs a step and says how long it took and whether it held.
timed() {
  local name=$1 start=$SECONDS status=0
  shift
  "$@" || status=$?
  if [ $status -eq 0 ]; then
    printf '%-28s ok      %4d s\n' "$name" "$(seconds_since "$start")"
  else
    printf '%-28s FAILED  %4d s\n' "$name" "$(seconds_since "$start")"
  fi
  return $status
}

# swift_version BINARY: prints "6.3", or nothing where the program does not start.
swift_version() { "$1" --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1; }

version_at_least() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1)" = "$2" ]; }

# use_swift: puts the first Swift that is new enough on PATH; false where there is none.
# PATH comes first; then the places that the usual ways of installing Swift use.
use_swift() {
  local folder version
  swift_seen=''
  while IFS= read -r folder; do
    [ -x "$folder/swift" ] || continue
    version=$(swift_version "$folder/swift")
    [ -n "$version" ] || continue
    if version_at_least "$version" "$minimum_swift"; then
      PATH="$folder:$PATH"
      return 0
    fi
    swift_seen="$swift_seen $folder/swift (version $version)"
  done < <(
    tr ':' '\n' <<<"$PATH"
    printf '%s\n' "${SWIFTLY_BIN_DIR:-${HOME:-}/.local/share/swiftly/bin}" "${HOME:-}"/swift*/usr/bin \
      /usr/libexec/swift*/bin /usr/lib/swift*/bin /usr/local/swift*/usr/bin /opt/*/usr/bin
  )
  return 1
}

# use_python: sets python to an interpreter that has cbor2; false where there is none.
use_python() {
  for python in python3 /usr/bin/python3 "$project/.build-tools/bin/python3"; do
    if "$python" -c 'import cbor2' 2>/dev/null; then return 0; fi
  done
  python=''
  return 1
}
