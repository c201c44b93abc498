#!/bin/sh
# Installs Lexdesk from this folder, on Linux and macOS, without a network.
#
#   sh install.sh [FOLDER]       into FOLDER (default: /opt/lexdesk for root, else ~/.local/lexdesk)
#   sh install.sh --remove [FOLDER]
#   sh install.sh --rollback [FOLDER]    back to the version before, which an update leaves beside it
#
# Needs the Python that PLATFORM names, with its module venv; pip comes along. Libraries stay where
# they are: this removes and replaces the program alone.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
task=install
case "${1:-}" in --remove | --rollback) task=${1#--}; shift ;; --*) echo "install.sh: $1 is no option; see the head of this file" >&2; exit 2 ;; esac
if [ "$(id -u)" = 0 ]; then default=/opt/lexdesk commands=/usr/local/bin menu=/usr/local/share
else default=$HOME/.local/lexdesk commands=$HOME/.local/bin menu=$HOME/.local/share; fi

fail() { echo "install.sh: $*" >&2; exit 1; }

# The mark of a version is made first, filled last, and empty again before removal.
is_ours() { [ -e "$1/lexdesk-bundle" ]; }
is_whole() { [ -s "$1/lexdesk-bundle" ]; }

# A system without Python of the bundle's version may have another, for which there is a bundle.
missing_python() {
    has=$(python3 -c "import sys; print('%d.%d' % sys.version_info[:2])" 2>/dev/null) || has=
    case "$has" in
        "") echo "needs Python $version, and this system has none; install the system's own, from its media, and take the bundle for that version" ;;
        "$version") echo "Python $version of this system lacks its module venv; install that from your system's own media" ;;
        *) echo "needs Python $version, and this system has $has; take the bundle for cp$(echo "$has" | tr -d .)" ;;
    esac
}

# A share may hold bundles for several versions of Python side by side.
use_sibling() {
    has=$(python3 -c "import sys; print('%d%d' % sys.version_info[:2])" 2>/dev/null) || return 1
    sibling=$(echo "$here" | sed "s/-cp3[0-9]*-\([a-z]*\)\$/-cp$has-\1/")
    [ "$sibling" != "$here" ] && [ -f "$sibling/install.sh" ] || return 1
    echo "Python $version is missing; installing from $sibling"
    exec sh "$sibling/install.sh" "$folder"
}

# Removes a version; the mark goes last, so that one half removed is still known as ours.
discard() {
    : >"$1/lexdesk-bundle"
    find "$1" -depth -mindepth 1 ! -name lexdesk-bundle -delete
    rm -r "$1"
}

# Renaming a link is one step: FOLDER is always the old program or the new one.
point_to() {
    ln -sfn "$(basename "$1")" "$folder.link"
    "$1/bin/python" -c 'import os, sys; os.replace(*sys.argv[1:])' "$folder.link" "$folder"
}

# The installed command leads to the folder of the installation, which need not be named again.
installed=$(readlink "$commands/lexdesk" 2>/dev/null || true)
installed=${installed%/bin/lexdesk}
if [ -n "${1:-}" ]; then folder=$1
elif [ -n "$installed" ] && is_ours "$installed"; then folder=$installed
else folder=$default; fi
case "$folder" in /*) ;; *) folder=$PWD/$folder ;; esac # commands and menu lead to it from anywhere
folder=${folder%/}
# As https://specifications.freedesktop.org/desktop-entry-spec/ quotes it.
export entry="Exec=\"$(printf %s "$folder/bin/lexdesk-gui" | sed 's/["`$]/\\\\&/g; s/%/%%/g')\""

if [ "$task" = remove ]; then
    is_ours "$folder" || is_ours "$folder-a" || is_ours "$folder-b" || fail "$folder holds no Lexdesk; name its folder: sh install.sh --remove FOLDER"
    for name in lexdesk lexdesk-gui; do
        [ "$(readlink "$commands/$name" 2>/dev/null)" != "$folder/bin/$name" ] || rm "$commands/$name"
    done
    if grep -qsF "$entry" "$menu/applications/lexdesk.desktop"; then
        rm -f "$menu/applications/lexdesk.desktop" "$menu/icons/hicolor/scalable/apps/lexdesk.svg"
    fi
    for version in "$folder-a" "$folder-b"; do ! is_ours "$version" || discard "$version"; done
    rm -f "$folder"
    case "$(uname -s)" in
        Darwin) kept="~/Library/Application Support, Caches and Preferences" ;;
        *) kept="~/.local/share, ~/.config, ~/.local/state and ~/.cache" ;;
    esac
    echo "removed $folder; left: libraries where their owners put them, and folders lexdesk or Lexdesk in $kept"
    exit 0
fi

# Two places take turns, FOLDER-a and FOLDER-b; FOLDER is a link to the one in use.
current=$(readlink "$folder" 2>/dev/null || true)
case "$current" in *-a) other=$folder-b ;; *) other=$folder-a ;; esac

if [ "$task" = rollback ]; then
    [ -n "$current" ] && is_whole "$other" || fail "$folder has no version before this one"
    point_to "$other"
    echo "$folder is $("$folder/bin/lexdesk" --version) again"
    exit 0
fi

# The same bytes that were built.
cd "$here"
if command -v sha256sum >/dev/null; then sums="sha256sum"; else sums="shasum -a 256"; fi
damaged=$($sums --check --quiet SHA256SUMS 2>/dev/null) ||
    fail "this copy is damaged ($(echo "$damaged" | sed -n '1s/: FAILED.*//p')): take a new one from where it came"

# Python as the wheels want it: PLATFORM says linux-x86_64-cp311, the flavour, MiB of the installed program, and on Linux
# the least glibc.
read -r platform flavour needed glibc <PLATFORM
version=$(echo "$platform" | sed 's/.*-cp3/3./')
system=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
[ "${platform%-cp*}" = "$system" ] || fail "this bundle is for ${platform%-cp*}; this machine is $system"
if [ -n "$glibc" ]; then
    found=$(getconf GNU_LIBC_VERSION 2>/dev/null) || found="glibc 0"
    printf '%s\n' "$glibc" "${found#glibc }" | sort -CV || fail "needs glibc $glibc, and this system has ${found#glibc }; use a later release of the system"
fi
for python in "python$version" python3 ""; do
    [ -n "$python" ] || use_sibling || fail "$(missing_python)"
    "$python" -c "import sys, venv; sys.exit('%d.%d' % sys.version_info[:2] != '$version')" 2>/dev/null && break
done

rmdir "$other" 2>/dev/null || true # where this was killed before it left its mark
for place in "$folder" "$other"; do
    [ ! -e "$place" ] || is_ours "$place" || fail "$place is there already, and not ours; name another folder"
done
[ -L "$folder" ] || [ ! -e "$folder" ] || fail "$folder is no link as this version makes; remove that installation first"
mkdir -p "$(dirname "$folder")" 2>/dev/null || fail "cannot make $(dirname "$folder"); name another folder"
# With what is in the place of the new program, which goes first.
free=$({ df -Pk "$(dirname "$folder")/" | tail -n 1; du -sk "$other" 2>/dev/null; } | awk 'NR == 1 { $1 = $4 } { free += $1 } END { print int(free / 1024) }')
[ "$free" -ge "${needed:-0}" ] || fail "$(dirname "$folder") has $free MB free and Lexdesk needs $needed; free some, or name another folder"

# The new program is made beside the old one, which works until the link is renamed.
[ ! -e "$other" ] || discard "$other"
mkdir "$other"
: >"$other/lexdesk-bundle" # from here on it is ours, also where this is killed
for pip in wheels/pip-*.whl; do :; done
# pip tries whether the system has IPv6, by a socket; told that it has not, it makes none at all.
# --no-deps, because requirements.txt is complete, and names onnxruntime where there is no GPU.
{
    "$python" -m venv --without-pip "$other" &&
        "$other/bin/python" -c 'import runpy, socket, sys
socket.has_ipv6 = False
sys.path.insert(0, sys.argv.pop(1))
runpy.run_module("pip", run_name="__main__")' "$pip" \
            --disable-pip-version-check install --quiet --no-deps --no-index --root-user-action ignore \
            --require-hashes --find-links wheels --requirement requirements.txt &&
        { "$other/bin/python" -m compileall -q "$other/lib" >/dev/null || true; } &&
        "$other/bin/lexdesk" --version >/dev/null
} || { discard "$other"; fail "the new program could not be made, for the reason above; nothing else was changed"; }
echo "$platform $flavour" >"$other/lexdesk-bundle"
point_to "$other"

mkdir -p "$commands" "$menu/applications" "$menu/icons/hicolor/scalable/apps"
for name in lexdesk lexdesk-gui; do ln -sf "$folder/bin/$name" "$commands/$name"; done
if [ "$(uname -s)" = Linux ]; then
    awk 'sub(/^Exec=lexdesk-gui/, "") { $0 = ENVIRON["entry"] $0 } 1' lexdesk.desktop >"$menu/applications/lexdesk.desktop"
    cp lexdesk.svg "$menu/icons/hicolor/scalable/apps/lexdesk.svg"
    "$folder/bin/python" -c "import PySide6.QtWidgets" 2>/dev/null ||
        echo "The window needs libraries of the system. On Debian: apt-get install $(cat debian-packages.txt)"
fi
echo "Installed in $folder. Try: $commands/lexdesk demo"
case ":$PATH:" in *":$commands:"*) ;; *) echo "$commands is not in PATH yet." ;; esac
