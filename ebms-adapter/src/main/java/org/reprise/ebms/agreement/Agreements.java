package org.reprise.ebms.agreement;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.server.ResponseStatusException;

/**
 * The agreements and mappings of certificates. Each instance holds all of them compiled in memory,
 * so that a message costs no query; {@link #refresh} picks up what other instances changed.
 */
public final class Agreements {
  private static final Logger LOG = LoggerFactory.getLogger(Agreements.class);

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final CertificateMappings certificateMappings;
  private volatile Snapshot snapshot = new Snapshot(-1, Map.of(), Map.of(), Map.of());

  private record Entry(long revision, Agreement agreement) {}

  private record Snapshot(
      long revision,
      Map<String, Entry> byId,
      Map<String, String> unusable,
      Map<X509Certificate, X509Certificate> certificates) {
    Snapshot {
      byId = Map.copyOf(byId);
      unusable = Map.copyOf(unusable);
      certificates = Map.copyOf(certificates);
    }
  }

  /** Wired by the service; {@link #refresh} fills it. */
  public Agreements(JdbcClient jdbc, TransactionOperations transactions) {
    this.jdbc = jdbc;
    this.transactions = transactions;
    this.certificateMappings = new CertificateMappings(jdbc);
  }

  /** The agreement of a name, from memory. */
  public @Nullable Agreement find(String cpaId) {
    Entry entry = snapshot.byId.get(cpaId);
    return entry == null ? null : entry.agreement;
  }

  /** Why {@link #find} knows no agreement of a name. */
  public String whyUnknown(String cpaId) {
    String why = snapshot.unusable.get(cpaId);
    return why == null
        ? "There is no agreement '%s' here".formatted(cpaId)
        : "The agreement '%s' cannot be used here: %s".formatted(cpaId, why);
  }

  /**
   * The agreement by which a message is to be sent now.
   *
   * @throws AgreementNotFound where there is none of this name
   * @throws UnusableAgreement where it is not in force
   */
  public Agreement inForce(String cpaId) {
    Agreement agreement = find(cpaId);
    if (agreement == null) {
      String why = snapshot.unusable.get(cpaId);
      throw why == null ? new AgreementNotFound(cpaId) : new UnusableAgreement(whyUnknown(cpaId));
    }
    agreement
        .whyNotInForce(Instant.now())
        .ifPresent(why -> {
          throw new UnusableAgreement("The agreement '%s' %s.".formatted(cpaId, why));
        });
    return agreement;
  }

  /** All agreements, sorted by name. */
  public List<Agreement> list() {
    return new TreeMap<>(snapshot.byId).values().stream().map(Entry::agreement).toList();
  }

  /** Returns stored agreements that cannot be used, sorted by name, with the reason. */
  public SortedMap<String, String> unusable() {
    return new TreeMap<>(snapshot.unusable);
  }

  /** The certificate that is used in place of one of an agreement: as mapped, else itself. */
  public X509Certificate mapped(X509Certificate certificate) {
    Map<X509Certificate, X509Certificate> certificates = snapshot.certificates;
    return certificates.isEmpty()
        ? certificate
        : certificates.getOrDefault(certificate, certificate);
  }

  public Map<X509Certificate, X509Certificate> certificateMappings() {
    return snapshot.certificates;
  }

  /**
   * Checks a document without storing it.
   *
   * @return warnings
   * @throws InvalidAgreement with all findings
   */
  public List<Finding> validate(byte[] document) {
    return CpaReader.read(document).warnings();
  }

  /**
   * Stores a new agreement.
   *
   * @throws InvalidAgreement where the document is not a valid CPA
   * @throws ResponseStatusException 409 where there is one of this name
   */
  public Agreement create(byte[] document) {
    Agreement agreement = CpaReader.read(document).agreement();
    int inserted =
        change(revision ->
            jdbc.sql(
                    """
                    insert into agreement (cpa_id, document, revision) values (?, ?, ?)
                    on conflict (cpa_id) do nothing\
                    """)
                .params(agreement.cpaId(), document, revision)
                .update());
    if (inserted == 0) {
      throw new ResponseStatusException(
          HttpStatus.CONFLICT,
          "There is an agreement '%s' already; PUT replaces it.".formatted(agreement.cpaId()));
    }
    return agreement;
  }

  /**
   * Stores an agreement, instead of one of the same name where there is one.
   *
   * @return whether there was none
   * @throws InvalidAgreement where the document is not a valid CPA, or has another name
   */
  public boolean put(String cpaId, byte[] document) {
    Agreement agreement = CpaReader.read(document).agreement();
    if (!agreement.cpaId().equals(cpaId)) {
      throw new InvalidAgreement(
          List.of(
              new Finding(
                  Finding.Severity.ERROR,
                  1,
                  "/CollaborationProtocolAgreement",
                  "@cpaid is '%s', the path names '%s'".formatted(agreement.cpaId(), cpaId))));
    }
    return change(revision ->
        jdbc.sql(
                """
                insert into agreement (cpa_id, document, revision) values (?, ?, ?)
                on conflict (cpa_id) do update
                  set document = excluded.document, revision = excluded.revision
                returning (xmax = 0)::integer\
                """)
            .params(cpaId, document, revision)
            .query(Integer.class)
            .single())
        > 0;
  }

  /**
   * The document as it was given.
   *
   * @throws AgreementNotFound where there is none of this name
   */
  public byte[] document(String cpaId) {
    return jdbc.sql("select document from agreement where cpa_id = ?")
        .param(cpaId)
        .query((row, n) -> row.getBytes(1))
        .optional()
        .orElseThrow(() -> new AgreementNotFound(cpaId));
  }

  /**
   * Forgets an agreement.
   *
   * @param force whether also where messages wait, whose acknowledgments are refused from then on
   * @throws AgreementNotFound where there is none of this name
   * @throws ResponseStatusException 409 where messages wait to be sent or acknowledged
   */
  public void delete(String cpaId, boolean force) {
    change(revision -> {
      int deleted = jdbc.sql("delete from agreement where cpa_id = ?").param(cpaId).update();
      if (deleted == 0) {
        throw new AgreementNotFound(cpaId);
      }
      int waiting = force ? 0 : waiting(cpaId);
      if (waiting > 0) {
        throw new ResponseStatusException(
            HttpStatus.CONFLICT,
            "%d messages by the agreement '%s' wait to be sent or acknowledged; ?force=true deletes it all the same."
                .formatted(waiting, cpaId));
      }
      return deleted;
    });
  }

  private int waiting(String cpaId) {
    return jdbc.sql(
            """
            select count(*) from delivery d join message m on m.id = d.message where m.cpa_id = ?\
            """)
        .param(cpaId)
        .query(Integer.class)
        .single();
  }

  /** Takes a certificate of agreements as another one from now on. */
  public void map(X509Certificate from, X509Certificate to) {
    change(revision -> certificateMappings.put(from, to));
  }

  /**
   * Ends a mapping of a certificate.
   *
   * @param fingerprint of the certificate that was mapped, SHA-256
   * @return whether there was one
   */
  public boolean unmapCertificate(String fingerprint) {
    return change(revision -> certificateMappings.remove(fingerprint)) > 0;
  }

  private int change(LongToIntFunction change) {
    Integer changed =
        transactions.execute(tx -> {
          long revision =
              jdbc.sql(
                      """
                      update agreement_revision set revision = revision + 1 returning revision\
                      """)
                  .query(Long.class)
                  .single();
          return change.applyAsInt(revision);
        });
    refresh();
    return changed == null ? 0 : changed;
  }

  /**
   * Reads what changed since the last time; costs one small query where nothing did. What is in
   * memory stays in use while the database does not answer.
   */
  @Scheduled(fixedDelay = 2, timeUnit = TimeUnit.SECONDS)
  public synchronized void refresh() {
    long revision = jdbc.sql("select revision from agreement_revision").query(Long.class).single();
    Snapshot before = snapshot;
    if (revision == before.revision) {
      return;
    }
    Map<String, Long> revisions = new HashMap<>();
    jdbc.sql("select cpa_id, revision from agreement")
        .query(row -> {
          revisions.put(row.getString(1), row.getLong(2));
        });
    Map<String, Entry> byId = new HashMap<>();
    Map<String, String> unusable = new HashMap<>();
    revisions.forEach((cpaId, current) -> {
      Entry known = before.byId.get(cpaId);
      if (known != null && known.revision == current) {
        byId.put(cpaId, known);
      } else {
        load(cpaId, current, unusable).ifPresent(entry -> byId.put(cpaId, entry));
      }
    });
    snapshot = new Snapshot(revision, byId, unusable, certificateMappings.all());
  }

  private Optional<Entry> load(String cpaId, long revision, Map<String, String> unusable) {
    try {
      return Optional.of(new Entry(revision, CpaReader.read(document(cpaId)).agreement()));
    } catch (AgreementNotFound e) {
      return Optional.empty();
    } catch (InvalidAgreement e) {
      LOG.error("The stored agreement {} cannot be used: {}", cpaId, e.getBody().getDetail());
      unusable.put(cpaId, String.valueOf(e.getBody().getDetail()));
      return Optional.empty();
    } catch (RuntimeException e) {
      if (e instanceof DataAccessException) {
        throw e;
      }
      // One agreement that cannot be read keeps no other from being used.
      LOG.error("The stored agreement {} cannot be read", cpaId, e);
      unusable.put(cpaId, "The stored document cannot be read: " + e);
      return Optional.empty();
    }
  }
}
