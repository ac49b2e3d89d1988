package org.reprise.content.upload;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.reprise.content.object.Documents;
import org.reprise.content.object.NewContent;
import org.reprise.content.object.NewDocument;
import org.reprise.content.object.Version;
import org.reprise.content.store.Contents;
import org.reprise.content.store.LocalFolder;
import org.reprise.content.store.Received;
import org.reprise.content.store.StorageArea;
import org.reprise.content.store.StorageAreas;
import org.reprise.content.store.StoreSettings;
import org.reprise.kit.limits.SettingBounds;
import org.reprise.kit.work.LeaseRenewal;
import org.reprise.kit.work.LeaseTable;
import org.reprise.kit.work.Leases;
import org.reprise.kit.work.Loop;
import org.reprise.kit.work.Loops;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.server.ResponseStatusException;

/**
 * Receives contents in pieces. An offset that was acknowledged is on disk: the bytes are synced
 * first, then recorded. One request at a time receives bytes of an upload; a process that comes
 * back after its lease was taken over writes to a file that nobody reads.
 */
@Service
class Uploads implements AutoCloseable {
  private static final int CHUNK = 128 * 1024;
  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final Duration CLEANUP_INTERVAL = Duration.ofMinutes(1);
  private static final int CLEANUP_BATCH = 1000;
  private static final HttpStatusCode CHECKSUM_MISMATCH = HttpStatusCode.valueOf(460);
  private static final LeaseTable TABLE =
      new LeaseTable("upload", "id", "owner", "owner is not null", "heartbeat = now()");

  private final UploadTable table;
  private final StorageAreas areas;
  private final Contents contents;
  private final Documents documents;
  private final TransactionTemplate transaction;
  private final UploadSettings settings;
  private final Leases<UUID, UUID> leases;
  private final Loop cleanup;

  Uploads(
      UploadTable table,
      StorageAreas areas,
      Contents contents,
      Documents documents,
      PlatformTransactionManager transactions,
      UploadSettings settings,
      StoreSettings store,
      LeaseRenewal renewal,
      Loops loops) {
    this.table = table;
    this.areas = areas;
    this.contents = contents;
    this.documents = documents;
    this.transaction = new TransactionTemplate(transactions);
    this.settings = settings;
    new SettingBounds("reprise.content.upload")
        .require(
            settings.expiry().compareTo(store.inboundGrace()) < 0,
            "expiry",
            "must be shorter than reprise.content.inbound-grace, after which the bytes go");
    // A request that lost its lease learns so when it records what it received.
    this.leases = renewal.of(TABLE, LEASE, _ -> {});
    this.cleanup = loops.start("upload-cleanup", this::cleanUp);
  }

  /** What an upload is to become: a document in a folder, or the new content of one. */
  record Target(
      @Nullable UUID folder,
      @Nullable UUID document,
      String name,
      String type,
      String mediaType,
      String metadata) {}

  /**
   * Begins an upload; one without bytes is complete at once.
   *
   * @throws org.reprise.content.store.StorageFull where there is no room for it
   */
  Upload create(Target target, long length, String user) throws IOException {
    if (length > settings.maxSize().toBytes()) {
      throw new ResponseStatusException(
          HttpStatus.CONTENT_TOO_LARGE,
          "An upload has at most %,d bytes.".formatted(settings.maxSize().toBytes()));
    }
    StorageArea area = areas.current();
    area.folder().requireRoom(length);
    if (target.folder() != null) {
      documents.requireVacant(target.folder(), target.name(), target.type());
    } else {
      documents.require(requireNonNull(target.document()));
    }
    Upload made = table.insert(target, length, area.name(), user, settings.expiry());
    return length == 0 ? append(made.id(), 0, InputStream.nullInputStream(), null, user) : made;
  }

  /**
   * Returns an upload of a user, without waiting for a request that receives its bytes.
   *
   * @throws ResponseStatusException 404
   */
  Upload require(UUID id, String user) {
    return table
        .find(id)
        .filter(it -> it.createdBy().equals(user))
        .orElseThrow(() ->
            new ResponseStatusException(
                HttpStatus.NOT_FOUND,
                "There is no upload " + id + " of yours, or it has expired."));
  }

  /**
   * Receives more bytes, and makes the document with the last one. What was received of a body that
   * breaks off stays, unless it has a checksum.
   *
   * @throws ResponseStatusException 409 for another offset than what was received, 423 while
   *     another request receives bytes, 413 for more bytes than were announced, 460 for another
   *     checksum
   * @throws org.reprise.content.store.StorageFull if the rest of the upload does not fit
   */
  Upload append(UUID id, long offset, InputStream body, @Nullable Checksum checksum, String user)
      throws IOException {
    Upload before = require(id, user);
    requireOffset(before, offset);
    if (before.document() != null) {
      return before; // the answer to the last bytes was lost
    }
    Upload claimed = claim(id);
    try {
      leases.hold(id, id);
      requireOffset(claimed, offset);
      copyReceived(claimed);
      long received = receive(claimed, body, checksum);
      if (received == claimed.length()) {
        complete(claimed);
      }
    } finally {
      leases.end(id);
      table.release(claimed, leases.owner());
    }
    return require(id, user);
  }

  private Upload claim(UUID id) {
    return table
        .claim(id, leases.owner(), LEASE)
        .orElseThrow(() ->
            new ResponseStatusException(
                HttpStatus.LOCKED, "Another request receives bytes of this upload. Try again."));
  }

  private static void requireOffset(Upload upload, long offset) {
    if (offset != upload.received()) {
      throw new ResponseStatusException(
          HttpStatus.CONFLICT,
          "Upload-Offset is %,d, and %,d bytes were received."
              .formatted(offset, upload.received()));
    }
  }

  // Each epoch has a file of its own, for the earlier process may come back and go on writing. A
  // takeover that ended before its copy was in place has left the file of an earlier epoch.
  private void copyReceived(Upload claimed) throws IOException {
    for (int epoch = claimed.epoch(); epoch >= 0; epoch--) {
      Path before = file(claimed, epoch);
      if (!Files.exists(before) || Files.size(before) < claimed.received()) {
        continue;
      }
      if (epoch < claimed.epoch()) {
        Path copy = folder(claimed).newInbound();
        try {
          Files.copy(before, copy);
          LocalFolder.sync(copy);
          Files.move(copy, file(claimed), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
          throw folder(claimed).fullOr(e);
        } finally {
          Files.deleteIfExists(copy);
        }
        Files.delete(before);
      }
      return;
    }
  }

  private LocalFolder folder(Upload upload) {
    return areas.of(upload.area()).folder();
  }

  private Path file(Upload upload, int epoch) {
    return folder(upload).inbound().resolve(upload.id() + "-" + epoch);
  }

  private Path file(Upload upload) {
    return file(upload, upload.epoch());
  }

  private long receive(Upload claimed, InputStream body, @Nullable Checksum checksum)
      throws IOException {
    requireRoom(claimed, claimed.received());
    try (FileChannel file =
        FileChannel.open(file(claimed), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (file.size() < claimed.received()) {
        file.truncate(0);
        record(claimed, file);
        throw new ResponseStatusException(
            HttpStatus.CONFLICT,
            "The received bytes are gone. Ask for the offset, and go on there.");
      }
      // What was written and not acknowledged is written again.
      file.truncate(claimed.received()).position(claimed.received());
      try {
        read(claimed, body, file, checksum);
      } catch (IOException e) {
        if (checksum == null) {
          record(claimed, file);
        }
        throw folder(claimed).fullOr(e);
      }
      if (checksum != null && !checksum.matches()) {
        throw new ResponseStatusException(
            CHECKSUM_MISMATCH, "The bytes do not have the Upload-Checksum.");
      }
      return record(claimed, file);
    }
  }

  private void read(Upload claimed, InputStream body, FileChannel file, @Nullable Checksum checksum)
      throws IOException {
    byte[] chunk = new byte[CHUNK];
    long recorded = file.position();
    for (int read = body.read(chunk); read >= 0; read = body.read(chunk)) {
      if (file.position() + read > claimed.length()) {
        throw new ResponseStatusException(
            HttpStatus.CONTENT_TOO_LARGE,
            "The upload was announced with %,d bytes.".formatted(claimed.length()));
      }
      Channels.newOutputStream(file).write(chunk, 0, read);
      if (checksum != null) {
        checksum.algorithm().update(chunk, 0, read);
      } else if (file.position() - recorded >= settings.checkpoint().toBytes()) {
        recorded = record(claimed, file);
        requireRoom(claimed, recorded);
      }
    }
  }

  // What there was room for when the upload began may have been taken by others.
  private void requireRoom(Upload claimed, long received) throws IOException {
    if (received < claimed.length()) {
      folder(claimed).requireRoom(claimed.length() - received);
    }
  }

  // The last byte counts with the document: a client that finds all acknowledged takes it for made.
  private long record(Upload claimed, FileChannel file) throws IOException {
    long received = file.position();
    file.force(false);
    long counted = Math.clamp(claimed.length() - 1, 0, received);
    if (!table.record(claimed, leases.owner(), counted, settings.expiry())) {
      throw new ResponseStatusException(
          HttpStatus.LOCKED, "Another request has taken over this upload. Ask for its offset.");
    }
    return received;
  }

  // The document gets a link to the file, which so stays until the document is committed.
  private void complete(Upload claimed) throws IOException {
    Path file = file(claimed);
    Path link = folder(claimed).newInbound();
    Files.createLink(link, file);
    try (Received received = contents.received(areas.of(claimed.area()), link)) {
      transaction.executeWithoutResult(_ -> {
        UUID document = makeDocument(claimed, received);
        if (!table.complete(claimed, leases.owner(), document)) {
          throw new ResponseStatusException(
              HttpStatus.LOCKED, "Another request has taken over this upload.");
        }
      });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } finally {
      Files.deleteIfExists(link);
    }
    Files.deleteIfExists(file);
  }

  private UUID makeDocument(Upload upload, Received received) {
    NewContent content = new NewContent(received, upload.mediaType(), upload.name());
    try {
      String user = upload.createdBy();
      Version version =
          upload.folder() == null
              ? documents.setContent(requireNonNull(upload.target()), content, true, null, user)
              : documents.create(
                  NewDocument.of(upload.folder(), upload.name(), upload.type()), content, user);
      return version.id();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Ends an upload and drops what was received.
   *
   * @throws ResponseStatusException 423 while another request receives bytes
   */
  void delete(UUID id, String user) throws IOException {
    Upload upload = require(id, user);
    if (upload.document() == null) {
      upload = claim(id);
    }
    table.delete(id);
    deleteFiles(upload);
  }

  private void deleteFiles(Upload upload) throws IOException {
    for (int epoch = 0; epoch <= upload.epoch(); epoch++) {
      Files.deleteIfExists(file(upload, epoch));
    }
  }

  private Duration cleanUp() {
    List<Upload> expired = table.deleteExpired(LEASE, CLEANUP_BATCH);
    for (Upload each : expired) {
      try {
        deleteFiles(each);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return expired.size() == CLEANUP_BATCH ? Duration.ZERO : CLEANUP_INTERVAL;
  }

  @Override
  public void close() {
    cleanup.close();
  }
}
