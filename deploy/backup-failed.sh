#!/bin/sh
# Says that a backup failed: by email to ALERT_EMAIL through the sendmail of this machine, and as a POST of
# {"text": "..."} to ALERT_URL, as Slack and Mattermost accept it. Uses nothing of Quad, which may be what broke.
set -u
host=$(hostname -f 2>/dev/null || hostname)
said=$(journalctl --unit=quad-backup --lines=20 --output=cat --no-pager 2>/dev/null)
subject="The backup of Quad on $host failed"
failed=0

if [ -z "${ALERT_EMAIL:-}${ALERT_URL:-}" ]; then
  echo "$subject. Set ALERT_EMAIL or ALERT_URL in /etc/quad/alerts to be told." >&2
  exit 1
fi
if [ -n "${ALERT_EMAIL:-}" ]; then
  sendmail=$(PATH="$PATH:/usr/sbin:/usr/lib" command -v sendmail || echo /usr/sbin/sendmail)
  printf 'To: %s\nSubject: %s\nContent-Type: text/plain; charset=utf-8\n\n%s\n\nLast lines of its journal:\n\n%s\n' \
    "$ALERT_EMAIL" "$subject" "Look at it with: systemctl status quad-backup" "$said" |
    "$sendmail" -i -t || failed=1
fi
if [ -n "${ALERT_URL:-}" ]; then
  # Only the subject: what the backup said stays within the college. A host name holds no quotes.
  # The address is a secret, and everyone on this machine can read the arguments of a program.
  printf 'url = "%s"\n' "$ALERT_URL" |
    curl --fail --silent --show-error --max-time 30 --header 'Content-Type: application/json' \
      --data "{\"text\": \"$subject.\"}" --config - >/dev/null || failed=1
fi
exit "$failed"
