#!/bin/bash
# Replace the server's data with a backup. What was there before is kept under another name.
#
#     deploy/scripts/restore.sh FILE
# shellcheck source=deploy/scripts/common.sh
. "$(dirname "$0")/common.sh"
need_root

[ $# = 1 ] || fail "name a backup: restore.sh FILE"
[ -r "$1" ] || fail "there is no backup $1 that can be read"
as_postgres() { (cd / && setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"); }
stamp=$(date -u +%Y%m%dt%H%M%Sz)
# The server's user cannot read everything that root can.
copy=$(as_server mktemp -d)
trap 'rm -rf "$copy"' EXIT
install -m 0600 -o ducato -g ducato "$1" "$copy/backup.sqlite3"

systemctl stop ducato
if uses_postgres; then
    as_postgres psql -q -c "ALTER DATABASE ducato RENAME TO ducato_$stamp" || {
        systemctl start ducato
        fail "nothing was restored, and the server runs again; end what else uses the database"
    }
    as_postgres createdb --owner=ducato ducato
    old="the database ducato_$stamp"
else
    old=/var/lib/ducato/before-$stamp
    as_server mkdir "$old"
    find /var/lib/ducato -maxdepth 1 -name 'ducato.sqlite3*' -exec mv -t "$old" {} +
fi
back() {
    say "it could not be restored: the data from before comes back" >&2
    if uses_postgres; then
        as_postgres dropdb ducato
        as_postgres psql -q -c "ALTER DATABASE ducato_$stamp RENAME TO ducato"
    else
        rm -f /var/lib/ducato/ducato.sqlite3*
        find "$old" -name 'ducato.sqlite3*' -exec mv -t /var/lib/ducato {} +
    fi
    systemctl start ducato
    exit 1
}
ducato restore "$copy/backup.sqlite3" || back
systemctl start ducato
wait_until_healthy || fail "the server does not start: see journalctl -u ducato"
say "the server runs with $1; $old holds what was there before"
