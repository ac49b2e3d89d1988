package org.reprise.content.store;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.reprise.content.store.StoreSettings.Serving;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpStatus;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * An area in a bucket of an S3 server: {@code contents/abcd…}. What is being received is in a local
 * folder. It is sent before the transaction that refers to it, which then only asks for its length.
 * How durable it is, is up to the server.
 */
final class S3Area implements StorageArea {
  private static final Logger LOG = LoggerFactory.getLogger(S3Area.class);
  private static final int PART_BYTES = 64 * 1024 * 1024;
  // Slower uploads are broken off.
  private static final int MIN_BYTES_PER_SECOND = 1024 * 1024;
  private static final int MAX_CONNECTIONS = 200;

  private final LocalFolder folder;
  private final String bucket;
  private final String prefix;
  private final boolean isUsed;
  private volatile boolean isMarked;
  private final Duration timeout;
  private final S3Client client;

  /**
   * Opens an area.
   *
   * @param id of the area in the database; the keys begin with it, for a database removes objects
   *     that it does not know, as those of another database would be
   * @param isUsed whether contents are in it: then its bucket has a mark, which the first add makes
   */
  S3Area(StoreSettings.Area settings, UUID id, boolean isUsed) throws IOException {
    StoreSettings.S3 s3 = requireNonNull(settings.s3());
    this.folder = new LocalFolder(settings, id, false);
    this.bucket = s3.bucket();
    this.prefix = "contents/" + id + "/";
    this.isUsed = isUsed;
    this.timeout = s3.timeout();
    this.client = client(s3);
  }

  private static S3Client client(StoreSettings.S3 s3) {
    S3ClientBuilder builder =
        S3Client.builder()
            .region(Region.of(s3.region()))
            .forcePathStyle(s3.pathStyle())
            // Not every server knows the SDK's own ones; a content has its SHA-256 in any case.
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .httpClientBuilder(
                ApacheHttpClient.builder()
                    .maxConnections(MAX_CONNECTIONS)
                    .connectionTimeout(s3.timeout())
                    .socketTimeout(s3.timeout()))
            .overrideConfiguration(
                it -> it.retryStrategy(RetryMode.STANDARD).apiCallAttemptTimeout(s3.timeout()));
    if (s3.endpoint() != null) {
      builder.endpointOverride(s3.endpoint());
    }
    if (s3.accessKey() != null && s3.secretKey() != null) {
      builder.credentialsProvider(
          StaticCredentialsProvider.create(
              AwsBasicCredentials.create(s3.accessKey(), s3.secretKey())));
    }
    return builder.build();
  }

  @Override
  public Serving serving() {
    return Serving.CACHE;
  }

  @Override
  public LocalFolder folder() {
    return folder;
  }

  @Override
  public Room room() throws IOException {
    call(() -> client.headBucket(it -> it.bucket(bucket)));
    return folder.room(false);
  }

  private String key(Digest digest) {
    return prefix + digest.hex();
  }

  @Override
  public boolean sendAhead(Path complete, Digest digest) throws IOException {
    mark();
    send(complete, digest, sizeOf(complete));
    return true;
  }

  // A sweep may have removed what was sent ahead, until the transaction had the content's row.
  @Override
  public void publish(Path complete, Digest digest) throws IOException {
    long size = sizeOf(complete);
    if (size(digest).orElse(-1) != size) {
      send(complete, digest, size);
      if (size(digest).orElse(-1) != size) {
        throw new IOException(
            "The bucket '%s' does not have %s as it was sent".formatted(bucket, key(digest)));
      }
    }
  }

  private void mark() throws IOException {
    if (!isMarked) {
      if (isUsed) {
        requireMarked();
      } else {
        call(() -> client.putObject(it -> it.bucket(bucket).key(marker()), RequestBody.empty()));
      }
      isMarked = true;
    }
  }

  private void requireMarked() throws IOException {
    try {
      call(() -> client.headObject(it -> it.bucket(bucket).key(marker())));
    } catch (NoSuchFileException e) {
      throw new IOException(
          "The bucket '%s' does not have %s: is it that of the storage area '%s'?"
              .formatted(bucket, marker(), name()),
          e);
    }
  }

  private String marker() {
    return prefix + "area-id";
  }

  private static long sizeOf(Path complete) throws IOException {
    try {
      return Files.size(complete);
    } catch (NoSuchFileException e) {
      throw new InboundExpired();
    }
  }

  private void send(Path file, Digest digest, long size) throws IOException {
    if (size > PART_BYTES) {
      sendInParts(file, key(digest), size);
    } else {
      call(() ->
          client.putObject(
              it ->
                  it.bucket(bucket)
                      .key(key(digest))
                      .checksumSHA256(base64(digest.bytes()))
                      .overrideConfiguration(forUpload(size)),
              RequestBody.fromFile(file)));
    }
  }

  private static String base64(byte[] digest) {
    return Base64.getEncoder().encodeToString(digest);
  }

  private AwsRequestOverrideConfiguration forUpload(long bytes) {
    return AwsRequestOverrideConfiguration.builder()
        .apiCallAttemptTimeout(timeout.plusSeconds(bytes / MIN_BYTES_PER_SECOND))
        .build();
  }

  private void sendInParts(Path file, String key, long size) throws IOException {
    String id =
        call(() ->
                client.createMultipartUpload(
                    it -> it.bucket(bucket).key(key).checksumAlgorithm(ChecksumAlgorithm.SHA256)))
            .uploadId();
    try (FileChannel channel = FileChannel.open(file)) {
      List<CompletedPart> parts = new ArrayList<>();
      for (long start = 0; start < size; start += PART_BYTES) {
        // Unmapped at once: what is mapped takes its space even when the file is deleted.
        try (Arena mapped = Arena.ofShared()) {
          long length = Math.min(PART_BYTES, size - start);
          ByteBuffer part =
              channel.map(FileChannel.MapMode.READ_ONLY, start, length, mapped).asByteBuffer();
          parts.add(sendPart(part, key, id, parts.size() + 1));
        }
      }
      call(() ->
          client.completeMultipartUpload(it ->
              it.bucket(bucket)
                  .key(key)
                  .uploadId(id)
                  .multipartUpload(upload -> upload.parts(parts))
                  .overrideConfiguration(forUpload(size))));
    }
  }

  private CompletedPart sendPart(ByteBuffer part, String key, String id, int number)
      throws IOException {
    int size = part.remaining();
    MessageDigest digest = Digest.algorithm();
    digest.update(part.duplicate());
    String checksum = base64(digest.digest());
    // Mapped, and not on the heap; read again where the SDK tries again.
    RequestBody body =
        RequestBody.fromContentProvider(
            () -> DefaultDataBufferFactory.sharedInstance.wrap(part.duplicate()).asInputStream(),
            size,
            "application/octet-stream");
    String tag =
        call(() ->
                client.uploadPart(
                    it ->
                        it.bucket(bucket)
                            .key(key)
                            .uploadId(id)
                            .partNumber(number)
                            .checksumSHA256(checksum)
                            .overrideConfiguration(forUpload(size)),
                    body))
            .eTag();
    return CompletedPart.builder().partNumber(number).eTag(tag).checksumSHA256(checksum).build();
  }

  @Override
  public OptionalLong size(Digest digest) throws IOException {
    try {
      return OptionalLong.of(head(digest).contentLength());
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    }
  }

  private HeadObjectResponse head(Digest digest) throws IOException {
    return ofContent(() -> client.headObject(it -> it.bucket(bucket).key(key(digest))));
  }

  // Nothing is said of a content where this is not the area's bucket.
  private <T> T ofContent(Supplier<T> request) throws IOException {
    try {
      return call(request);
    } catch (NoSuchFileException e) {
      requireMarked();
      throw e;
    }
  }

  @Override
  public StoredContent open(Digest digest) throws IOException {
    return new OpenObject(this, digest, head(digest).contentLength());
  }

  @Override
  public StoredContent openDirect(Digest digest) {
    return new OpenObject(this, digest, -1);
  }

  private byte[] read(Digest digest, long position, long length) throws IOException {
    byte[] bytes =
        ofContent(() -> {
          try {
            return client
                .getObjectAsBytes(it ->
                    it.bucket(bucket)
                        .key(key(digest))
                        .range("bytes=%d-%d".formatted(position, position + length - 1)))
                .asByteArrayUnsafe();
          } catch (S3Exception e) {
            if (e.statusCode() == HttpStatus.REQUESTED_RANGE_NOT_SATISFIABLE.value()) {
              return new byte[0];
            }
            throw e;
          }
        });
    if (bytes.length > length) {
      throw new IOException("The bucket '%s' does not send ranges".formatted(bucket));
    }
    return bytes;
  }

  private record OpenObject(S3Area area, Digest digest, long size) implements StoredContent {
    @Override
    public long read(long position, ByteBuffer... targets) throws IOException {
      long length = Arrays.stream(targets).mapToLong(ByteBuffer::remaining).sum();
      byte[] bytes = length == 0 ? new byte[0] : area.read(digest, position, length);
      ReadableByteChannel source = Channels.newChannel(new ByteArrayInputStream(bytes));
      for (ByteBuffer target : targets) {
        source.read(target);
      }
      return bytes.length;
    }
  }

  // One that timed out may be done late, after the content was added again: the scrub finds that.
  @Override
  public void delete(Digest digest) throws IOException {
    call(() -> client.deleteObject(it -> it.bucket(bucket).key(key(digest))));
  }

  // It stays where it is until the same bytes are added again, which replaces it.
  @Override
  public void quarantine(Digest digest) {}

  @Override
  public boolean isOlder(Digest digest, Instant time) {
    try {
      return head(digest).lastModified().isBefore(time);
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void forEachContent(Instant before, Consumer<Digest> visitor) throws IOException {
    call(() -> {
      for (S3Object object :
          client.listObjectsV2Paginator(it -> it.bucket(bucket).prefix(prefix)).contents()) {
        String name = object.key().substring(prefix.length());
        if (Digest.isHex(name) && object.lastModified().isBefore(before)) {
          visitor.accept(new Digest(name));
        }
      }
      return true;
    });
  }

  @Override
  public void abortUploads(Instant before) throws IOException {
    call(() -> {
      client
          .listMultipartUploadsPaginator(it -> it.bucket(bucket).prefix(prefix))
          .uploads()
          .stream()
          .filter(it -> it.initiated().isBefore(before))
          .forEach(upload ->
              client.abortMultipartUpload(
                  it -> it.bucket(bucket).key(upload.key()).uploadId(upload.uploadId())));
      return true;
    });
  }

  private <T> T call(Supplier<T> request) throws IOException {
    try {
      return request.get();
    } catch (NoSuchKeyException e) {
      NoSuchFileException missing = new NoSuchFileException(e.getMessage());
      missing.initCause(e);
      throw missing;
    } catch (SdkException e) {
      if (e instanceof AwsServiceException refusal
          && refusal.statusCode() < HttpStatus.INTERNAL_SERVER_ERROR.value()
          && !refusal.isThrottlingException()) {
        throw new IOException(
            "The bucket '%s' refuses the request: %s".formatted(bucket, e.getMessage()), e);
      }
      LOG.warn(
          "Cannot use the bucket '{}' of the storage area '{}': {}",
          bucket,
          name(),
          e.getMessage());
      throw new StorageUnavailable(name(), e);
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
