#!/bin/sh
# Writes Prometheus' settings, which take no variables, with the ports and the password of .env, and starts it. Arguments
# are its options.
set -eu
umask 077
printf '%s' "$REPRISE_SECURITY_PASSWORD" >/tmp/password
cat >/tmp/prometheus.yml <<END
global:
  scrape_interval: 5s
scrape_configs:
  - job_name: reprise
    metrics_path: /actuator/prometheus
    basic_auth:
      username: '$REPRISE_SECURITY_USERNAME'
      password_file: /tmp/password
    static_configs:
      - targets:
          - cps-core:8883
          - ebms-adapter:8884
          - list-refresh:8885
          - list-refresh-unsplit:8885
          - list-refresh-circulation:8885
          - list-refresh-import:8885
          # These share one network.
          - clm-network:$TRS_PORT
          - clm-network:$LDX_PORT
          - clm-network:$GC_PORT
          - content-store:8888
END
exec prometheus --config.file=/tmp/prometheus.yml "$@"
