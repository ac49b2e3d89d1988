package org.reprise.ebms.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CRL;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.time.Duration;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists of revoked certificates in files. A file is read again when it changes. What was read
 * before stays in use while it is in force and the new content is not: while the file is being
 * written, or was damaged, or holds a list that is too old.
 */
final class RevocationLists {
  private static final Logger LOG = LoggerFactory.getLogger(RevocationLists.class);
  private static final long BETWEEN_WARNINGS = TimeUnit.MINUTES.toNanos(1);

  private final List<Path> files;
  private final long lookAfter;
  // Time and size of a file: by these a change is noticed.
  private final Map<Path, String> seen = new HashMap<>();
  private final Map<Path, Collection<? extends CRL>> read = new HashMap<>();
  private final Map<Path, String> problems = new HashMap<>();
  private List<CRL> lists = List.of();
  private long nextLook = System.nanoTime();
  private long nextWarning = nextLook;

  RevocationLists(List<Path> files, Duration lookAfter) {
    this.files = files;
    this.lookAfter = lookAfter.toNanos();
  }

  boolean isEmpty() {
    return files.isEmpty();
  }

  /** The lists as the files have them now, or had them shortly before. */
  synchronized Collection<? extends CRL> current() {
    long now = System.nanoTime();
    if (now - nextLook >= 0) {
      files.forEach(this::look);
      lists = read.values().stream().<CRL>flatMap(Collection::stream).toList();
      nextLook = now + lookAfter;
    }
    return lists;
  }

  private void look(Path file) {
    String problem;
    try {
      String state = Files.getLastModifiedTime(file) + " " + Files.size(file);
      if (state.equals(seen.get(file))) {
        return;
      }
      Collection<? extends CRL> fresh =
          CertificateFactory.getInstance("X.509")
              .generateCRLs(new ByteArrayInputStream(Files.readAllBytes(file)));
      problem =
          fresh.isEmpty()
              ? "it holds no list"
              : isInForce(fresh) ? "" : "it has a list of the past";
      if (problem.isEmpty()) {
        seen.put(file, state);
      }
      if (!fresh.isEmpty() && (problem.isEmpty() || !isInForce(read.get(file)))) {
        read.put(file, fresh);
      }
    } catch (IOException | GeneralSecurityException e) {
      problem = e.toString();
    }
    if (!problem.equals(problems.put(file, problem))) {
      if (problem.isEmpty()) {
        LOG.info("Read the revocation list {}", file);
      } else {
        LOG.error(
            "Cannot use the revocation list {}: {}. Put the issuer's current list there; until then"
                + " the one that was read before stays in use while it is in force",
            file,
            problem);
      }
    }
  }

  private static boolean isInForce(@Nullable Collection<? extends CRL> lists) {
    Date now = new Date();
    return lists != null
        && lists.stream()
            .allMatch(list ->
                !(list instanceof X509CRL one)
                    || one.getNextUpdate() == null
                    || one.getNextUpdate().after(now));
  }

  /** Warns, once a minute at most, that messages wait for a list. */
  synchronized void warn(String missing) {
    long now = System.nanoTime();
    if (now - nextWarning >= 0) {
      nextWarning = now + BETWEEN_WARNINGS;
      LOG.error(
          "{}: messages that need it are answered with 503 or wait. Put the issuer's current list"
              + " into one of reprise.ebms.security.revocation-lists: {}",
          missing,
          files);
    }
  }
}
