# shellcheck shell=bash disable=SC2034
# What the scripts in this folder share. Each of them sources this file; it does nothing by itself.
set -euo pipefail

HOME_DIR=/opt/ducato            # the releases, the link to the current one, and these scripts
SETTINGS=/etc/ducato.env        # settings and secrets, readable by root only
BACKUPS=/var/backups/ducato
SCRIPTS=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
READY_SECONDS=${READY_SECONDS:-120}

say() { printf '%s: %s\n' "$(basename "$0")" "$*"; }
fail() { say "$*" >&2; exit 1; }

need_root() { [ "$(id -u)" = 0 ] || fail "run it as root"; }

# Run a command as the server's user, with the server's settings.
as_server() {
    (
        set -a
        # shellcheck disable=SC1090
        [ ! -e "$SETTINGS" ] || . "$SETTINGS"
        set +a
        export DUCATO_DATA=/var/lib/ducato DUCATO_CACHE=/var/cache/ducato
        cd / && exec setpriv --reuid=ducato --regid=ducato --init-groups -- "$@"
    )
}

ducato() { as_server "$HOME_DIR/current/bin/ducato" "$@"; }

uses_postgres() { grep -q '^DUCATO_DATABASE=postgresql' "$SETTINGS" 2>/dev/null; }

# Install a checkout into a new release folder, named in `release`. Nothing else changes.
build_release() {
    local source=$1 copy
    [ -e "$source/requirements.lock" ] || fail "$source is not a checkout of ducato"
    release=$HOME_DIR/releases/$(date -u +%Y%m%dT%H%M%SZ)
    [ ! -e "$release" ] || fail "$release exists already; try again in a second"
    mkdir -p "$HOME_DIR/releases"
    copy=$(mktemp -d)
    # Built from a copy, since a build leaves files behind.
    cp -r "$source"/{src,examples,pyproject.toml,hatch_build.py,LICENSE,CREDITS.md} "$copy"
    if ! { python3 -m venv "$release" &&
        "$release/bin/pip" install --quiet --require-hashes \
            -r "$source/requirements.lock" &&
        "$release/bin/pip" install --quiet --no-deps --no-build-isolation "$copy"; }; then
        rm -rf "$release" "$copy"
        fail "it could not be installed; the messages above say why"
    fi
    rm -rf "$copy"
    chmod -R go-w "$release"
}

# Point the link `current` at a release, in one step.
switch_to() {
    ln -sfn "$1" "$HOME_DIR/next"
    mv -T "$HOME_DIR/next" "$HOME_DIR/current"
}

# Wait until the server answers that it and its database are well.
wait_until_healthy() {
    local end=$((SECONDS + READY_SECONDS))
    until curl --silent --fail --max-time 5 http://127.0.0.1:8470/health >/dev/null; do
        [ $SECONDS -lt $end ] || return 1
        sleep 1
    done
}
