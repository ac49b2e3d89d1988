package org.reprise.ebms;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reprise.ebms.send.AllowedHosts;
import org.reprise.kit.limits.SettingBounds;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the message handler, under {@code reprise.ebms}; its parts have theirs.
 *
 * @param localParties parties for which messages are received and sent, as {@code type:value}, or
 *     {@code *}; where it is empty, messages are received for every party of an agreement and sent
 *     for none
 * @param allowedHosts hosts to which messages may be sent: names as endpoints have them, {@code
 *     *.example.org} for all below a domain, {@code *} for all
 * @param lease how long after its last sign of life another instance takes over what one was
 *     sending
 * @param spool a directory for what messages have beyond their first 16 KB while they are received
 *     and checked; null for the JDK's directory for temporary files
 */
@ConfigurationProperties("reprise.ebms")
public record EbmsSettings(
    @DefaultValue List<String> localParties,
    @DefaultValue({"localhost", "127.0.0.1", "[::1]"}) List<String> allowedHosts,
    @DefaultValue("10s") Duration lease,
    @Nullable Path spool) {
  /** Copies; refuses what could not work. */
  public EbmsSettings {
    localParties = List.copyOf(localParties);
    allowedHosts = new AllowedHosts(allowedHosts).patterns();
    new SettingBounds("reprise.ebms")
        .atLeast("lease", lease, Duration.ofMillis(500))
        .require(
            spool == null || Files.isDirectory(spool) && Files.isWritable(spool),
            "spool",
            "must be a directory that can be written to, was " + spool);
  }

  /** Where messages are kept while they are received and checked. */
  public Path spoolDirectory() {
    return spool == null ? Path.of(System.getProperty("java.io.tmpdir")) : spool;
  }
}
