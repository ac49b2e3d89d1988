package org.reprise.content.store;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Where contents are stored, under {@code reprise.content}.
 *
 * @param area the name of the area that takes new contents
 * @param serve how responses get the contents of areas that do not say it themselves
 * @param grace for how long a content that nothing refers to stays; longer than a backup takes, for
 *     the database is copied first and the areas after it
 * @param inboundGrace after which a file that is being received, and is not written to, was left by
 *     a process that ended
 * @param scrubRate bytes that are verified in a second; a content counts as 64 KiB at least
 * @param scrubInterval from the end of one verification of all contents to the next
 */
@ConfigurationProperties("reprise.content")
public record StoreSettings(
    String area,
    List<Area> areas,
    @DefaultValue("cache") Serving serve,
    @DefaultValue("24h") Duration grace,
    @DefaultValue("24h") Duration inboundGrace,
    @DefaultValue("10m") Duration sweepInterval,
    @DefaultValue("4MB") DataSize scrubRate,
    @DefaultValue("7d") Duration scrubInterval) {
  private static final int MAX_LEVELS = 3;
  // Three attempts end before a transaction does.
  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(15);

  public StoreSettings {
    areas = List.copyOf(areas);
    SettingBounds bounds =
        new SettingBounds("reprise.content")
            .require(
                areas.stream().anyMatch(it -> it.name().equals(area)),
                "area",
                "must be the name of one of reprise.content.areas, was " + area)
            .atLeast("grace", grace, Duration.ofSeconds(1))
            .atLeast("inbound-grace", inboundGrace, Duration.ofSeconds(1))
            .atLeast("sweep-interval", sweepInterval, Duration.ofSeconds(1))
            .atLeast("scrub-rate", scrubRate, DataSize.ofBytes(1))
            .atLeast("scrub-interval", scrubInterval, Duration.ofSeconds(1));
    Set<String> names = new HashSet<>();
    for (Area each : areas) {
      bounds
          .require(
              names.add(each.name()), "areas", "must not have the name " + each.name() + " twice")
          .within("areas[…].levels", each.levels(), 0, MAX_LEVELS)
          .atLeast("areas[…].reserved-inodes", each.reservedInodes(), 0L);
      if (each.s3() != null) {
        bounds
            .require(
                each.serve() != Serving.SENDFILE,
                "areas[…].serve",
                "must be cache for an area in a bucket")
            .require(
                (each.s3().accessKey() == null) == (each.s3().secretKey() == null),
                "areas[…].s3.secret-key",
                "must be set with access-key, and only with it")
            .within(
                "areas[…].s3.timeout", each.s3().timeout(), Duration.ofMillis(100), MAX_TIMEOUT);
      }
    }
  }

  /** How a response gets its bytes: one of the two caches, never both. */
  public enum Serving {
    /** From the service's own cache. */
    CACHE,
    /** By the operating system, from its page cache, where the connection allows that. */
    SENDFILE
  }

  /**
   * An area in a file system or in a bucket.
   *
   * @param location a folder of a mounted file system; with a bucket, for contents that are being
   *     received
   * @param levels how many levels of 256 folders contents are spread over: each folder costs an
   *     inode
   * @param serve how responses get its contents; null as {@code reprise.content.serve} says, or
   *     from the cache, which is the only way with a bucket
   * @param s3 null for an area in the file system
   */
  public record Area(
      String name,
      Path location,
      @DefaultValue("1") int levels,
      @DefaultValue("64MB") DataSize reservedBytes,
      @DefaultValue("1000") long reservedInodes,
      @Nullable Serving serve,
      @Nullable S3 s3) {}

  /**
   * A bucket of an S3 server.
   *
   * @param bucket in which nothing else writes below {@code contents/}
   * @param endpoint null for that of Amazon in the region
   * @param pathStyle whether the bucket is in the path, and not in the name of the host
   * @param accessKey null for the default credentials of the AWS SDK, as the next
   * @param timeout of one attempt of a request; uploads have a second more for each MiB
   */
  public record S3(
      String bucket,
      @Nullable URI endpoint,
      @DefaultValue("us-east-1") String region,
      @DefaultValue("false") boolean pathStyle,
      @Nullable String accessKey,
      @Nullable String secretKey,
      @DefaultValue("10s") Duration timeout) {}
}
