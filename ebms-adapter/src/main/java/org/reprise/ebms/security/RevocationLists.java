package org.reprise.ebms.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.cert.CRL;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists of revoked certificates in files. They are read again when they change; a file that cannot
 * be read then counts as no list, and without a list no certificate is trusted.
 */
final class RevocationLists {
  private static final Logger LOG = LoggerFactory.getLogger(RevocationLists.class);

  private final List<Path> files;
  private final long lookAfter;
  private List<FileState> seen = List.of();
  private Collection<? extends CRL> lists = List.of();
  private long lookedAt;
  private boolean looked;

  /** By these a change of a file is noticed. */
  private record FileState(FileTime time, long size) {
    static FileState of(Path file) {
      try {
        return new FileState(Files.getLastModifiedTime(file), Files.size(file));
      } catch (IOException e) {
        return new FileState(FileTime.fromMillis(0), -1);
      }
    }
  }

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
    if (looked && now - lookedAt < lookAfter) {
      return lists;
    }
    List<FileState> states = files.stream().map(FileState::of).toList();
    if (!states.equals(seen)) {
      lists = read();
      seen = states;
    }
    looked = true;
    lookedAt = now;
    return lists;
  }

  private Collection<? extends CRL> read() {
    List<CRL> all = new ArrayList<>();
    for (Path file : files) {
      try {
        CertificateFactory factory = CertificateFactory.getInstance("X.509");
        all.addAll(factory.generateCRLs(new ByteArrayInputStream(Files.readAllBytes(file))));
      } catch (IOException | GeneralSecurityException e) {
        LOG.error("The revocation list {} cannot be used: {}", file, e.getMessage());
      }
    }
    LOG.info("{} revocation lists were read", all.size());
    return List.copyOf(all);
  }
}
