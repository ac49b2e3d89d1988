package org.reprise.kit.limits;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Limits on request bodies, under {@code reprise}.
 *
 * @param maxRequestBodies bytes of all bodies in memory; null for a sixteenth of the heap
 * @param streamedBodies patterns of paths whose bodies go to disk as they come, and do not count
 */
@ConfigurationProperties("reprise")
public record RequestBodySettings(
    @DefaultValue("32MB") DataSize maxRequestBody,
    @Nullable DataSize maxRequestBodies,
    @DefaultValue List<String> streamedBodies) {
  private static final int SHARE_OF_HEAP = 16;

  public RequestBodySettings {
    streamedBodies = List.copyOf(streamedBodies);
    new SettingBounds("reprise")
        .atLeast("max-request-body", maxRequestBody, DataSize.ofBytes(1))
        .atLeast("max-request-bodies", maxRequestBodies, DataSize.ofBytes(1));
  }

  public ByteBudget budget() {
    return new ByteBudget(
        maxRequestBodies == null
            ? Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP
            : maxRequestBodies.toBytes());
  }
}
