#!/bin/sh
# Installs Lexdesk from this folder, on Linux and macOS, without a network.
#
#   sh install.sh [FOLDER]       into FOLDER (default: /opt/lexdesk for root, else ~/.local/lexdesk)
#   sh install.sh --remove [FOLDER]
#
# Needs the Python that PLATFORM names, with its module venv; pip comes along. Libraries stay where
# they are: this removes and replaces the program alone.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
remove=no
if [ "${1:-}" = --remove ]; then remove=yes; shift; fi
if [ "$(id -u)" = 0 ]; then folder=/opt/lexdesk commands=/usr/local/bin menu=/usr/local/share
else folder=$HOME/.local/lexdesk commands=$HOME/.local/bin menu=$HOME/.local/share; fi
folder=${1:-$folder}
case "$folder" in /*) ;; *) folder=$PWD/$folder ;; esac # commands and menu lead to it from anywhere

fail() { echo "install.sh: $*" >&2; exit 1; }

take_away() {
    for name in lexdesk lexdesk-gui; do
        [ "$(readlink "$commands/$name" 2>/dev/null)" = "$folder/bin/$name" ] && rm "$commands/$name"
    done
    rm -f "$menu/applications/lexdesk.desktop" "$menu/icons/hicolor/scalable/apps/lexdesk.svg"
    [ ! -e "$folder/lexdesk-bundle" ] || rm -r "$folder"
}

if [ "$remove" = yes ]; then take_away; echo "removed $folder; libraries were left"; exit 0; fi

# The same bytes that were built.
cd "$here"
if command -v sha256sum >/dev/null; then sums="sha256sum"; else sums="shasum -a 256"; fi
$sums --check --quiet SHA256SUMS || fail "this copy is damaged: take a new one from where it came"

# Python as the wheels want it: PLATFORM says linux-x86_64-cp311.
read -r platform flavour <PLATFORM
version=$(echo "$platform" | sed 's/.*-cp3/3./')
system=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
[ "${platform%-cp*}" = "$system" ] || fail "this bundle is for ${platform%-cp*}; this machine is $system"
for python in "python$version" python3 ""; do
    [ -n "$python" ] || fail "needs Python $version; install it from your system's own media"
    "$python" -c "import sys, venv; sys.exit('%d.%d' % sys.version_info[:2] != '$version')" 2>/dev/null && break
done

[ ! -e "$folder" ] || [ -e "$folder/lexdesk-bundle" ] || fail "$folder is there already, and not ours; name another"
rm -rf "$folder"
"$python" -m venv --without-pip "$folder"
echo "$platform $flavour" >"$folder/lexdesk-bundle"
for pip in wheels/pip-*.whl; do :; done
# pip tries whether the system has IPv6, by a socket; told that it has not, it makes none at all.
# --no-deps, because requirements.txt is complete, and names onnxruntime where there is no GPU.
"$folder/bin/python" -c 'import runpy, socket, sys
socket.has_ipv6 = False
sys.path.insert(0, sys.argv.pop(1))
runpy.run_module("pip", run_name="__main__")' "$pip" \
    --disable-pip-version-check install --quiet --no-deps --no-index --root-user-action ignore \
    --require-hashes --find-links wheels --requirement requirements.txt
"$folder/bin/python" -m compileall -q "$folder/lib" >/dev/null || true

mkdir -p "$commands" "$menu/applications" "$menu/icons/hicolor/scalable/apps"
for name in lexdesk lexdesk-gui; do ln -sf "$folder/bin/$name" "$commands/$name"; done
if [ "$(uname -s)" = Linux ]; then
    sed "s|^Exec=lexdesk-gui|Exec=\"$folder/bin/lexdesk-gui\"|" lexdesk.desktop >"$menu/applications/lexdesk.desktop"
    cp lexdesk.svg "$menu/icons/hicolor/scalable/apps/lexdesk.svg"
    "$folder/bin/python" -c "import PySide6.QtWidgets" 2>/dev/null ||
        echo "The window needs libraries of the system. On Debian: apt-get install $(cat debian-packages.txt)"
fi
echo "Installed in $folder. Try: $commands/lexdesk demo"
case ":$PATH:" in *":$commands:"*) ;; *) echo "$commands is not in PATH yet." ;; esac
