package org.reprise.ebms.agreement;

import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

final class CertificateMappings {
  private static final Logger LOG = LoggerFactory.getLogger(CertificateMappings.class);

  private final JdbcClient jdbc;

  CertificateMappings(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  int put(X509Certificate from, X509Certificate to) {
    return jdbc.sql(
            """
            insert into certificate_mapping (from_fingerprint, from_der, to_der) values (?, ?, ?)
            on conflict (from_fingerprint) do update set to_der = excluded.to_der\
            """)
        .params(X509.fingerprint(from), X509.encoded(from), X509.encoded(to))
        .update();
  }

  int remove(String fingerprint) {
    return jdbc.sql("delete from certificate_mapping where from_fingerprint = ?")
        .param(X509.normalisedFingerprint(fingerprint))
        .update();
  }

  Map<X509Certificate, X509Certificate> all() {
    Map<X509Certificate, X509Certificate> all = new HashMap<>();
    jdbc.sql("select from_der, to_der from certificate_mapping")
        .query(row -> {
          try {
            all.put(X509.parse(row.getBytes(1)), X509.parse(row.getBytes(2)));
          } catch (CertificateException e) {
            LOG.error("A stored certificate mapping cannot be used: {}", e.getMessage());
          }
        });
    return all;
  }
}
