#!/bin/bash
# Move the server to another host, on which install.sh has run: the last backup is taken with the
# server stopped, so no move is lost, and is restored there.
#
#     deploy/scripts/move.sh root@new.example.org
#
# Afterwards point the name of the server at the new host. The old server stays stopped and
# disabled; its data stay where they are. SSH names another command than `ssh`, such as one with a
# port or a key.
# shellcheck source=deploy/scripts/common.sh
. "$(dirname "$0")/common.sh"
need_root

[ $# = 1 ] || fail "name the new host: move.sh root@new.example.org"
target=$1
read -ra ssh <<<"${SSH:-ssh}"
there() { "${ssh[@]}" "$target" "$@"; }
there test -x "$HOME_DIR/scripts/restore.sh" || fail "run install.sh on $target first"
there systemctl is-active --quiet ducato || fail "the server on $target does not run"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say "stop the server here, and take the last backup"
systemctl stop ducato
if ! "$SCRIPTS/backup.sh" "$work/last.sqlite3" ||
    ! there "umask 077; cat > /var/tmp/ducato-move.sqlite3" <"$work/last.sqlite3" ||
    ! there "$HOME_DIR/scripts/restore.sh" /var/tmp/ducato-move.sqlite3; then
    systemctl start ducato
    fail "it did not move; the server runs here again"
fi
there rm -f /var/tmp/ducato-move.sqlite3
systemctl disable --quiet --now ducato ducato-backup.timer
say "the server runs on $target; now point its name there, and compare $SETTINGS"
