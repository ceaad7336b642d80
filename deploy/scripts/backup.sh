#!/bin/bash
# Back up everything while the server runs, check the copy, and delete old copies.
#
#     deploy/scripts/backup.sh [FILE]
#
# Without FILE, the copy goes to /var/backups/ducato, where copies are deleted after
# DUCATO_BACKUP_DAYS days (14). The systemd timer ducato-backup.timer runs it every night.
# shellcheck source=deploy/scripts/common.sh
. "$(dirname "$0")/common.sh"

file=${1:-}
[ -n "$file" ] && file=$(realpath -m "$file")
target=${file:-$BACKUPS/ducato-$(date -u +%Y%m%dT%H%M%SZ).sqlite3}
run() { if [ "$(id -u)" = 0 ]; then as_server "$@"; else "$@"; fi; }

work=$(run mktemp -d)
trap 'rm -rf "$work"' EXIT
run "$HOME_DIR/current/bin/ducato" backup "$work/backup.sqlite3"
# A copy that cannot be restored is none: read all of it, and bring it into a new database.
run env -u DUCATO_DATABASE "$HOME_DIR/current/bin/ducato" \
    restore "$work/backup.sqlite3" --data "$work/trial" >/dev/null
mkdir -p "$(dirname "$target")"
(umask 077 && cp "$work/backup.sqlite3" "$target.part" && mv "$target.part" "$target")
if [ -z "$file" ]; then
    days=$(run printenv DUCATO_BACKUP_DAYS || true)  # root has no settings of its own
    find "$BACKUPS" -name 'ducato-*.sqlite3' -mtime "+${days:-14}" -delete
fi
say "$target, $(stat -c %s "$target") bytes"
