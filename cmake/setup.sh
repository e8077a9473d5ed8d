#!/usr/bin/env bash
# Installs what is missing and touches nothing else: Debian packages with apt, Python packages into .venv.
# usage: cmake/setup.sh [dev] [demo]      (always: what the build needs)
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  printf '\nsetup: %s\n' "$1" >&2
  if [ $# -gt 1 ]; then printf '%s\n' "${@:2}" >&2; fi
  exit 1
}

apt_lists=(apt-packages.txt)
pip_lists=(requirements-build.txt)
for part in "$@"; do
  [ -f "apt-packages-$part.txt" ] && apt_lists+=("apt-packages-$part.txt")
  [ -f "requirements-$part.txt" ] && pip_lists+=("requirements-$part.txt")
done

install_debian_packages() {
  local missing=() as_root=()
  local name names states
  names=$(sed 's/#.*//' "${apt_lists[@]}" | xargs)
  # shellcheck disable=SC2086  # the names are words
  states=$(dpkg-query -W -f='${Package} ${Status}\n' $names 2>/dev/null || true)
  for name in $names; do
    grep -q "^$name install ok installed" <<<"$states" || missing+=("$name")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local command="apt-get install --no-install-recommends ${missing[*]}"
  if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
      as_root=(sudo)
    else
      fail "these packages are missing and need an administrator. Have this run, then run make again:" "  $command"
    fi
  fi
  echo "setup: installing ${#missing[@]} Debian packages: ${missing[*]}"
  "${as_root[@]}" dpkg --configure -a  # in case an earlier run was cut short
  "${as_root[@]}" apt-get update -q ||
    fail "apt-get update failed. Check the network and the package sources, then run make again."
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" ||
    fail "apt-get could not install all of: ${missing[*]}." \
      "Packages of LLVM 22 that the distribution lacks are at https://apt.llvm.org. Install them, then run make again."
}

check_tools() {  # where there is no apt, the names of the tools must do
  local tool missing=()
  for tool in cmake ninja g++ ld.lld patchelf python3; do
    command -v "$tool" >/dev/null || missing+=("$tool")
  done
  [ ${#missing[@]} -eq 0 ] ||
    fail "these tools are missing: ${missing[*]}. This system has no apt: install the equivalents of the names in" \
      "  ${apt_lists[*]} with its package manager, then run make again."
}

install_python_packages() {
  local list stamp
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "python3 is older than 3.11. Put a newer python3 first on PATH, remove .venv, then run make again."
  # pip comes last when a .venv is made: without it the making was cut short.
  if ! { [ -x .venv/bin/pip ] && .venv/bin/python -c ''; } 2>/dev/null; then
    echo "setup: creating .venv"
    rm -rf .venv
    python3 -m venv .venv || fail "python3 -m venv failed. Install the package python3-venv, then run make again."
  fi
  for list in "${pip_lists[@]}"; do
    stamp=".venv/installed-$list"
    cmp -s "$list" "$stamp" && continue
    echo "setup: installing $list into .venv"
    .venv/bin/python -m pip install --disable-pip-version-check -r "$list" ||
      fail "pip could not install $list. Check the network, then run make again: it goes on from here."
    cp "$list" "$stamp"
  done
}

if command -v apt-get >/dev/null; then install_debian_packages; fi
check_tools
install_python_packages
