package org.reprise.content.rendition;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.apache.tika.Tika;
import org.reprise.content.object.RepositoryFault;
import org.reprise.content.object.RepositoryFault.Kind;
import org.reprise.content.object.Version;
import org.reprise.content.store.ContentMissing;
import org.reprise.content.store.Contents;
import org.reprise.content.store.Digest;
import org.reprise.content.store.StorageAreas;
import org.reprise.content.store.StoredContent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Service;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.ErrorResponseException;

/**
 * Renditions of contents, each made once however many documents and requests want it. What a worker
 * refused is remembered for some minutes, so that one content does not occupy the workers.
 */
@Service
public class Renditions {
  private static final Logger LOG = LoggerFactory.getLogger(Renditions.class);
  private static final int CHUNK = 128 * 1024;
  private static final String RETRY_SECONDS = "5";

  /** What another version makes is another rendition. */
  private static final String MAKER =
      "1 " + Tika.getString() + " PDFBox " + org.apache.pdfbox.util.Version.getVersion();

  private static final Caffeine<Object, Object> CACHE =
      Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(Duration.ofMinutes(10));

  private final Contents contents;
  private final StorageAreas areas;
  private final RenditionFiles files;
  private final RenditionSettings settings;
  private final MeterRegistry meters;
  private final Semaphore waiting;
  // A rendition has always the same worker: two requests do not make it twice.
  private final List<Lock> workers;
  private final Cache<String, Refusal> refused = CACHE.build();
  // The first page that a content does not have.
  private final Cache<Digest, Integer> missingPages = CACHE.build();
  // Killed once: that may have been an operator, or the kernel for want of memory.
  private final Cache<String, Boolean> killed = CACHE.build();

  Renditions(
      Contents contents,
      StorageAreas areas,
      RenditionFiles files,
      RenditionSettings settings,
      MeterRegistry meters) {
    this.contents = contents;
    this.areas = areas;
    this.files = files;
    this.settings = settings;
    this.meters = meters;
    this.waiting = new Semaphore(settings.maxWaiting());
    this.workers = Stream.<Lock>generate(ReentrantLock::new).limit(settings.workers()).toList();
  }

  /**
   * Returns the response with a rendition.
   *
   * @param page of a document, or of an image with several, from 1 on
   * @throws RepositoryFault constraint, if the content has no such rendition
   * @throws ErrorResponseException 503, where too many requests wait, or the worker was killed
   */
  public ResponseEntity<Resource> response(Version version, String streamId, int page)
      throws IOException {
    Version.Content content = version.content();
    if (content == null
        || Rendition.of(content).stream().noneMatch(it -> it.streamId().equals(streamId))
        || page < 1
        || (page > 1 && !streamId.equals(Rendition.PAGE.streamId()))) {
      throw Kind.CONSTRAINT.fault("The document has no rendition '" + streamId + "'.");
    }
    // Clients may call the same bytes a text or a page: then they have other renditions.
    byte[] source =
        (MAKER + content.digest() + content.mediaType()).getBytes(StandardCharsets.UTF_8);
    Digest key = Digest.of(Digest.algorithm().digest(source));
    Request request = new Request(key, content, streamId, page);
    Path file = require(request);
    boolean isText = streamId.equals(Rendition.TEXT.streamId());
    ContentDisposition disposition =
        ContentDisposition.attachment()
            .filename(version.name() + (isText ? ".txt" : ".png"), StandardCharsets.UTF_8)
            .build();
    return ResponseEntity.ok()
        .eTag(request.name())
        .header(HttpHeaders.CACHE_CONTROL, "private, no-cache")
        .header(HttpHeaders.CONTENT_DISPOSITION, disposition.toString())
        .contentType(MediaType.parseMediaType(isText ? "text/plain;charset=UTF-8" : "image/png"))
        .contentLength(Files.size(file))
        // Not a resource of a file, of which Spring sends parts whatever If-Range says.
        .body(new InputStreamResource(() -> Files.newInputStream(file)));
  }

  private record Request(Digest key, Version.Content content, String streamId, int page) {
    String name() {
      return "%s.%s-%d".formatted(key, streamId, page);
    }
  }

  private Path require(Request request) throws IOException {
    Optional<Path> ready = find(request);
    if (ready.isPresent()) {
      return ready.get();
    }
    if (!waiting.tryAcquire()) {
      throw unavailable("rejected", "Too many requests wait for renditions. Try again.");
    }
    Lock worker = workers.get(Math.floorMod(request.name().hashCode(), workers.size()));
    worker.lock();
    try {
      ready = find(request);
      return ready.isPresent() ? ready.get() : make(request);
    } finally {
      worker.unlock();
      waiting.release();
    }
  }

  private Optional<Path> find(Request request) throws IOException {
    Integer missing = missingPages.getIfPresent(request.key());
    boolean isMissing = missing != null && request.page() >= missing;
    Refusal known = isMissing ? Refusal.NO_PAGE : refused.getIfPresent(request.name());
    if (known != null) {
      throw refuse(known);
    }
    return files.find(request.name());
  }

  private RepositoryFault refuse(Refusal refusal) {
    count("refused");
    return Kind.CONSTRAINT.fault("There is no rendition: the content " + refusal.reason + ".");
  }

  private ErrorResponseException unavailable(String result, String detail) {
    count(result);
    ErrorResponseException fault = new ErrorResponseException(HttpStatus.SERVICE_UNAVAILABLE);
    fault.getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
    fault.setDetail(detail);
    return fault;
  }

  private void count(String result) {
    meters.counter("content.renditions", "result", result).increment();
  }

  private Path make(Request request) throws IOException {
    Version.Content content = request.content();
    long room = content.size() + WorkerProcess.MAX_FILE.toBytes();
    areas.current().folder().requireRoom(room);
    Path folder = files.newFolder();
    try {
      Path source = folder.resolve("source");
      Path target = folder.resolve("target");
      copy(content, source);
      int status =
          WorkerProcess.run(
              settings,
              folder,
              List.of(
                  request.streamId(),
                  target.toString(),
                  source.toString(),
                  content.mediaType(),
                  Integer.toString(request.page())));
      String name = request.name();
      if (status == 0) {
        killed.invalidate(name);
        count("made");
        return files.add(target, name);
      }
      LOG.info("The worker of the rendition {} ended with the status {}", name, status);
      // A full disk or a folder that somebody removed is no fault of the content.
      areas.current().folder().requireRoom(room);
      Refusal refusal =
          Refusal.of(status)
              .filter(_ -> Files.exists(source))
              .filter(it -> it != Refusal.KILLED || killed.asMap().put(name, true) != null)
              .orElseThrow(() -> unavailable("failed", "The worker was ended. Try again."));
      if (refusal == Refusal.NO_PAGE) {
        missingPages.asMap().merge(request.key(), request.page(), Math::min);
      } else {
        refused.put(name, refusal);
      }
      throw refuse(refusal);
    } finally {
      FileSystemUtils.deleteRecursively(folder);
    }
  }

  // Compared with its digest: what is made of a damaged file would outlive that file.
  private void copy(Version.Content content, Path target) throws IOException {
    MessageDigest digest = Digest.algorithm();
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
    long size = 0;
    try (StoredContent stored = contents.open(content.blob(), false);
        OutputStream out = Files.newOutputStream(target)) {
      while (size <= content.size() && stored.read(size, chunk.clear()) > 0) {
        digest.update(chunk.array(), 0, chunk.position());
        out.write(chunk.array(), 0, chunk.position());
        size += chunk.position();
      }
    }
    if (!Digest.of(digest.digest()).equals(content.digest())) {
      throw new ContentMissing(content.blob());
    }
  }
}
