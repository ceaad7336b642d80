#!/bin/bash
# Update the server to another checkout while people play: a backup, a new release beside the old
# one, then one worker process after the other is replaced. If the new release does not become
# healthy, the old one comes back.
#
#     deploy/scripts/update.sh [--restart] [SOURCE]
#
# With --restart, the whole server is restarted, which takes seconds and loses no move: for a
# release that asks for it, and for a server with a single process.
# shellcheck source=deploy/scripts/common.sh
. "$(dirname "$0")/common.sh"
need_root

how=reload source=''
while [ $# -gt 0 ]; do
    case $1 in
        --restart) how=restart; shift ;;
        -*) fail "there is no option $1" ;;
        *) source=$1; shift ;;
    esac
done
grep -Eq "^DUCATO_WORKERS=['\"]?([2-9]|[1-9][0-9])" "$SETTINGS" 2>/dev/null || how=restart
source=$(cd "${source:-$SCRIPTS/../..}" && pwd)
[ -e "$HOME_DIR/current" ] || fail "ducato is not installed: run install.sh"
before=$(readlink -f "$HOME_DIR/current")

say "make a backup"
"$SCRIPTS/backup.sh"
say "install the new release"
build_release "$source"
after=$release
cp "$source"/deploy/scripts/*.sh "$HOME_DIR/scripts/"
units_changed=
for unit in "$source"/deploy/{ducato.service,ducato-backup.service,ducato-backup.timer}; do
    cmp -s "$unit" "/etc/systemd/system/$(basename "$unit")" && continue
    cp "$unit" /etc/systemd/system/
    units_changed=yes
done
[ -z "$units_changed" ] || systemctl daemon-reload

# A worker of the old release answers /health until it is replaced, so a reload is done only when
# the supervisor says so in the log.
wait_until_replaced() {
    local end=$((SECONDS + READY_SECONDS))
    [ "$how" = reload ] || return 0
    until journalctl --quiet --unit=ducato --since="@$began" --output=cat |
        grep -F 'all workers are restarted' >/dev/null; do
        [ $SECONDS -lt $end ] || return 1
        sleep 1
    done
}

# Old and new workers can share a database only if they expect the same tables in it.
migrations() {
    (cd "$1"/lib/python*/site-packages/ducato/server/kit/database/migrations/versions && echo v*.py)
}
[ "$(migrations "$before")" = "$(migrations "$after")" ] || how=restart

say "$how the server"
switch_to "$after"
sleep 1  # so that the log of an update just before is not taken for this one's
began=$(date +%s)
if ! systemctl "$how" ducato || ! wait_until_replaced || ! wait_until_healthy; then
    say "the new release is not healthy: going back" >&2
    switch_to "$before"
    systemctl restart ducato
    wait_until_healthy || fail "the old release is not healthy either: see journalctl -u ducato"
    fail "the old release runs again; the new one is in $after"
fi

# Keep the release before this one, to go back to, and the one whose supervisor runs: a reload
# replaces its workers only.
started=$HOME_DIR/releases/started
[ "$how" = reload ] || echo "$after" >"$started"
[ -e "$started" ] || echo "$before" >"$started"
for release in "$HOME_DIR"/releases/*/; do
    release=${release%/}
    [ "$release" = "$after" ] || [ "$release" = "$before" ] ||
        [ "$release" = "$(cat "$started")" ] || rm -rf "$release"
done
say "the server runs from $after"
