#!/bin/bash
# Install a server on a bare Debian machine (12 or later): PostgreSQL, a proxy with certificates,
# ducato with two worker processes, and a backup every night.
#
#     deploy/scripts/install.sh --domain play.example.org [--smtp URL] [--workers 2]
#                               [--proxy caddy|nginx] [SOURCE]
#
# SOURCE is a checkout of ducato; by default, the one that this script lies in. Running the script
# again changes nothing that is there already, and finishes an installation that was interrupted.
# shellcheck source=deploy/scripts/common.sh
. "$(dirname "$0")/common.sh"
need_root

domain='' smtp='' workers=2 proxy=caddy source=$(cd "$SCRIPTS/../.." && pwd)
while [ $# -gt 0 ]; do
    case $1 in
        --domain | --smtp | --workers | --proxy) [ $# -gt 1 ] || fail "$1 needs a value" ;;&
        --domain) domain=$2; shift 2 ;;
        --smtp) smtp=$2; shift 2 ;;
        --workers) workers=$2; shift 2 ;;
        --proxy) proxy=$2; shift 2 ;;
        -*) fail "there is no option $1; the head of $0 lists them" ;;
        *) source=$(cd "$1" && pwd); shift ;;
    esac
done
[[ $domain =~ ^[a-zA-Z0-9.-]+$ ]] || fail "name the server: --domain play.example.org"
[[ $workers =~ ^[1-9][0-9]?$ && $workers -le 64 ]] ||
    fail "--workers is a number from 1 to 64, not $workers"
[ "$proxy" = caddy ] || [ "$proxy" = nginx ] || fail "--proxy is caddy or nginx, not $proxy"
other=$([ "$proxy" = caddy ] && echo nginx || echo caddy)
! systemctl is-active --quiet "$other" ||
    fail "$other runs here: take --proxy $other, or end it with systemctl disable --now $other"

say "install the packages"
export DEBIAN_FRONTEND=noninteractive
apt-get update -q >/dev/null
packages=(python3 python3-venv postgresql curl ca-certificates util-linux "$proxy")
[ "$proxy" = caddy ] || packages+=(ssl-cert)  # a certificate to begin with
apt-get install -q -y --no-install-recommends "${packages[@]}" >/dev/null

say "make the user and the database"
id ducato >/dev/null 2>&1 ||
    useradd --system --home-dir /var/lib/ducato --shell /usr/sbin/nologin ducato
systemctl enable --quiet --now postgresql
end=$((SECONDS + READY_SECONDS))
until setpriv --reuid=postgres --regid=postgres --init-groups psql -c '' >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || fail "PostgreSQL does not start: see journalctl -u postgresql@*"
    sleep 1
done
as_postgres() { (cd / && setpriv --reuid=postgres --regid=postgres --init-groups -- "$@"); }
[ "$(as_postgres psql -Atc "SELECT 1 FROM pg_roles WHERE rolname = 'ducato'")" = 1 ] ||
    as_postgres createuser ducato
[ "$(as_postgres psql -Atc "SELECT 1 FROM pg_database WHERE datname = 'ducato'")" = 1 ] ||
    as_postgres createdb --owner=ducato ducato

if [ ! -e "$SETTINGS" ]; then
    # PostgreSQL knows the server by its user, so there is no password.
    (
        umask 077
        {
            echo "DUCATO_DATABASE=postgresql+psycopg:///ducato?host=/var/run/postgresql"
            echo "DUCATO_PUBLIC_URL=https://$domain"
            echo "DUCATO_WORKERS=$workers"
            [ -z "$smtp" ] || echo "DUCATO_SMTP='$smtp'"
        } >"$SETTINGS"
    )
fi

if [ ! -e "$HOME_DIR/current" ]; then
    say "install ducato"
    build_release "$source"
    switch_to "$release"
fi
mkdir -p "$HOME_DIR/scripts"
cp "$SCRIPTS"/*.sh "$HOME_DIR/scripts/"
install -d -m 0700 -o ducato -g ducato "$BACKUPS"

say "start the server"
cp "$source"/deploy/{ducato.service,ducato-backup.service,ducato-backup.timer} /etc/systemd/system/
systemctl daemon-reload
systemctl enable --quiet --now ducato.service ducato-backup.timer
wait_until_healthy || fail "the server does not start: see journalctl -u ducato"

say "set up $proxy"
case $proxy in
    caddy)
        # Debian's own file gives way, but not ours: somebody may have changed it.
        grep -qs '127\.0\.0\.1:8470' /etc/caddy/Caddyfile ||
            sed "s/{\$DOMAIN}/$domain/; s/ducato:8470/127.0.0.1:8470/" "$source/deploy/Caddyfile" \
                >/etc/caddy/Caddyfile
        caddy validate --config /etc/caddy/Caddyfile >/dev/null 2>&1 ||
            fail "/etc/caddy/Caddyfile is not valid"
        ;;
    nginx)
        # Certbot writes into the file, so it stays if it is there.
        [ -e /etc/nginx/sites-available/ducato ] ||
            sed "s/play\.example\.org/$domain/g" "$source/deploy/nginx.conf" \
                >/etc/nginx/sites-available/ducato
        ln -sfn ../sites-available/ducato /etc/nginx/sites-enabled/ducato
        rm -f /etc/nginx/sites-enabled/default
        nginx -t -q || fail "/etc/nginx/sites-available/ducato is not valid"
        ;;
esac
systemctl enable --quiet "$proxy"
systemctl reload-or-restart "$proxy"
say "ducato is at https://$domain; settings are in $SETTINGS, backups will be in $BACKUPS"
