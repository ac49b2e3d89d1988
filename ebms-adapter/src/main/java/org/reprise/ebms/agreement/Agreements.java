package org.reprise.ebms.agreement;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.net.URI;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.audit.ActionLog;
import org.reprise.ebms.envelope.Severity;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.web.server.ResponseStatusException;

/**
 * The agreements and mappings of certificates. Each instance holds all of them compiled in memory,
 * so that a message costs no query; {@link #refresh} picks up what other instances changed.
 */
public final class Agreements {
  private static final String CERTIFICATE = "/CollaborationProtocolAgreement/PartyInfo/Certificate";
  private static final Logger LOG = LoggerFactory.getLogger(Agreements.class);

  static final Duration SOON = Duration.ofDays(30);

  private final JdbcClient jdbc;
  private final TransactionOperations transactions;
  private final ActionLog actions;
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
  public Agreements(JdbcClient jdbc, TransactionOperations transactions, ActionLog actions) {
    this.jdbc = jdbc;
    this.actions = actions;
    this.transactions = transactions;
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

  /** Returns the agreement to send by; throws UnusableAgreement where it is not in force now. */
  public Agreement inForce(String cpaId) {
    Agreement agreement = find(cpaId);
    if (agreement == null) {
      String why = snapshot.unusable.get(cpaId);
      throw why == null ? new AgreementNotFound(cpaId) : new UnusableAgreement(whyUnknown(cpaId));
    }
    agreement.requireInForce(Instant.now());
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

  /** Returns the certificate that is used in place of an agreement's, which may be mapped again. */
  public X509Certificate mapped(X509Certificate certificate) {
    Map<X509Certificate, X509Certificate> certificates = snapshot.certificates;
    Set<X509Certificate> seen = new HashSet<>();
    X509Certificate used = certificate;
    while (seen.add(used)) {
      used = certificates.getOrDefault(used, used);
    }
    return used;
  }

  public Map<X509Certificate, X509Certificate> certificateMappings() {
    return snapshot.certificates;
  }

  /** Checks a document without storing it; returns warnings, throws InvalidAgreement. */
  public List<Finding> validate(byte[] document, CertificateTrust trust) {
    CpaReader.Compiled read = CpaReader.read(document);
    List<Finding> warnings = new ArrayList<>(read.warnings());
    for (PartyInfo party : read.agreement().parties()) {
      for (PartyCertificate one : party.certificates()) {
        trust
            .distrust(one.certificate())
            .map(why -> "@certId '%s' is not trusted here: %s".formatted(one.id(), why))
            .map(why -> new Finding(Severity.WARNING, 1, CERTIFICATE, why))
            .ifPresent(warnings::add);
      }
    }
    return warnings;
  }

  /** Stores a new agreement; throws InvalidAgreement, or 409 where there is one of this name. */
  public Agreement create(byte[] document) {
    Agreement agreement = CpaReader.read(document).agreement();
    if (store(agreement.cpaId(), document, "do nothing") == 0) {
      throw new ResponseStatusException(
          HttpStatus.CONFLICT,
          "There is an agreement '%s' already; PUT replaces it.".formatted(agreement.cpaId()));
    }
    return agreement;
  }

  /**
   * Stores an agreement, instead of one of the same name; returns whether there was none. Throws
   * InvalidAgreement where the document is not a valid CPA, or has another name.
   */
  public boolean put(String cpaId, byte[] document) {
    Agreement agreement = CpaReader.read(document).agreement();
    if (!agreement.cpaId().equals(cpaId)) {
      throw new InvalidAgreement(
          List.of(
              new Finding(
                  Severity.ERROR,
                  1,
                  "/CollaborationProtocolAgreement",
                  "@cpaid is '%s', the path names '%s'".formatted(agreement.cpaId(), cpaId))));
    }
    return store(
            cpaId,
            document,
            """
            do update set document = excluded.document, revision = excluded.revision,
              imported_by = excluded.imported_by, imported_at = excluded.imported_at\
            """)
        > 1;
  }

  // Returns 2 where it was inserted, 1 where it was replaced, 0 where nothing was done.
  private int store(String cpaId, byte[] document, String onConflict) {
    return change(
        "import agreement",
        cpaId,
        revision ->
            jdbc.sql(
                    """
                    insert into agreement (cpa_id, document, revision, imported_by, imported_at)
                    values (?, ?, ?, ?, now()) on conflict (cpa_id) %s
                    returning 1 + (xmax = 0)::integer\
                    """
                        .formatted(onConflict))
                .params(cpaId, document, revision, ActionLog.operator())
                .query((row, n) -> row.getInt(1))
                .optional()
                .orElse(0));
  }

  /** Returns the document as it was given; throws {@link AgreementNotFound}. */
  public byte[] document(String cpaId) {
    return jdbc.sql("select document from agreement where cpa_id = ?")
        .param(cpaId)
        .query((row, n) -> row.getBytes(1))
        .optional()
        .orElseThrow(() -> new AgreementNotFound(cpaId));
  }

  /** Who imported an agreement, and when. */
  record Import(String cpaId, String importedBy, Instant importedAt) {}

  /** Returns who imported the agreements of some names, by name. */
  Map<String, Import> imports(Collection<String> cpaIds) {
    return jdbc
        .sql("select cpa_id, imported_by, imported_at from agreement where cpa_id = any (?)")
        .param(cpaIds.toArray(String[]::new))
        .query(new SimplePropertyRowMapper<>(Import.class))
        .list()
        .stream()
        .collect(toMap(Import::cpaId, identity()));
  }

  /** What ends: a certificate, by its name in the agreement; null for the agreement itself. */
  public record Ending(String cpaId, @Nullable String certificate, Instant at) {}

  /**
   * Returns which agreements that have not ended do so within 30 days, and which certificates of
   * theirs do so or have done so; the first one first.
   */
  public List<Ending> endingSoon() {
    List<Ending> endings = new ArrayList<>();
    for (Agreement agreement : list()) {
      if (agreement.end().isBefore(Instant.now())) {
        continue;
      }
      endings.add(new Ending(agreement.cpaId(), null, agreement.end()));
      for (PartyInfo party : agreement.parties()) {
        for (PartyCertificate one : party.certificates()) {
          Instant end = mapped(one.certificate()).getNotAfter().toInstant();
          endings.add(new Ending(agreement.cpaId(), one.id(), end));
        }
      }
    }
    Instant soon = Instant.now().plus(SOON);
    endings.removeIf(ending -> ending.at.isAfter(soon));
    endings.sort(Comparator.comparing(Ending::at));
    return endings;
  }

  /** Returns the endpoints that an agreement names; a message goes to no other one. */
  public Set<String> endpoints() {
    return list().stream()
        .flatMap(agreement -> agreement.parties().stream())
        .flatMap(PartyInfo::channels)
        .flatMap(channel -> Stream.of(channel.endpoint(), channel.errorEndpoint()))
        .map(URI::toString)
        .collect(Collectors.toSet());
  }

  /**
   * Forgets an agreement.
   *
   * @param force whether also where messages wait, whose acknowledgments are refused from then on
   * @throws AgreementNotFound where there is none of this name
   * @throws ResponseStatusException 409 where messages wait to be sent or acknowledged
   */
  public void delete(String cpaId, boolean force) {
    change(
        "delete agreement",
        cpaId,
        revision -> {
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

  /** Lets a certificate be used in place of another one, and ends the replacement of the first. */
  public void map(X509Certificate from, X509Certificate to) {
    String fingerprint = X509.fingerprint(from);
    change(
        "map certificate",
        fingerprint,
        revision ->
            jdbc.sql(
                    """
                    with reverted as (
                      delete from certificate_mapping where from_fingerprint = ? and not ?)
                    insert into certificate_mapping (from_fingerprint, from_der, to_der)
                    values (?, ?, ?)
                    on conflict (from_fingerprint) do update set to_der = excluded.to_der\
                    """)
                .params(X509.fingerprint(to), from.equals(to))
                .params(fingerprint, X509.encoded(from), X509.encoded(to))
                .update());
  }

  /** Ends the mapping of a certificate of this SHA-256; returns whether there was one. */
  public boolean unmapCertificate(String fingerprint) {
    return change(
            "unmap certificate",
            fingerprint,
            revision ->
                jdbc.sql("delete from certificate_mapping where from_fingerprint = ?")
                    .param(X509.normalisedFingerprint(fingerprint))
                    .update())
        > 0;
  }

  private int change(String action, String subject, LongToIntFunction change) {
    Integer result =
        transactions.execute(tx -> {
          long revision =
              jdbc.sql(
                      """
                      update agreement_revision set revision = revision + 1 returning revision\
                      """)
                  .query(Long.class)
                  .single();
          int changed = change.applyAsInt(revision);
          if (changed > 0) {
            actions.record(action, subject);
          }
          return changed;
        });
    refresh();
    return result == null ? 0 : result;
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
    snapshot = new Snapshot(revision, byId, unusable, loadMappings());
  }

  private Map<X509Certificate, X509Certificate> loadMappings() {
    Map<X509Certificate, X509Certificate> mappings = new HashMap<>();
    jdbc.sql("select from_der, to_der from certificate_mapping")
        .query(row -> {
          try {
            mappings.put(X509.parse(row.getBytes(1)), X509.parse(row.getBytes(2)));
          } catch (CertificateException e) {
            LOG.error("A stored certificate mapping cannot be used: {}", e.getMessage());
          }
        });
    return mappings;
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
