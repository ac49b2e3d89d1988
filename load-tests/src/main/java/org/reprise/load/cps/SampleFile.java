package org.reprise.load.cps;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a child process measured, as it hands it over: JSON, its histograms compressed in
 * HdrHistogram's own encoding.
 */
public final class SampleFile {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private SampleFile() {}

  private record Stored(
      String phase,
      long flows,
      Map<String, Long> errors,
      List<String> firstErrors,
      String start,
      long lengthNanos,
      Map<String, String> times,
      String generatorLag) {}

  /** Writes the samples, in whole or not at all. */
  static void write(Path file, List<PhaseSample> samples) throws IOException {
    var whole = file.resolveSibling(file.getFileName() + ".part");
    Files.write(whole, JSON.writeValueAsBytes(samples.stream().map(SampleFile::stored).toList()));
    Files.move(whole, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException where there is no such file or it is damaged
   */
  public static List<PhaseSample> read(Path file) throws IOException {
    try {
      return List.of(JSON.readValue(Files.readAllBytes(file), Stored[].class)).stream()
          .map(SampleFile::sample)
          .toList();
    } catch (tools.jackson.core.JacksonException | IllegalArgumentException e) {
      throw new IOException("damaged samples in " + file + ": " + e.getMessage(), e);
    }
  }

  private static Stored stored(PhaseSample sample) {
    var times = new TreeMap<String, String>();
    sample
        .times()
        .forEach((operation, histogram) -> times.put(operation.name(), encode(histogram)));
    var errors = new TreeMap<String, Long>();
    sample.errors().forEach((operation, count) -> errors.put(operation.name(), count));
    return new Stored(
        sample.phase().argument(),
        sample.flows(),
        errors,
        sample.firstErrors(),
        sample.start().toString(),
        sample.length().toNanos(),
        times,
        encode(sample.generatorLag()));
  }

  private static PhaseSample sample(Stored stored) {
    var times = new EnumMap<CpsOperation, Histogram>(CpsOperation.class);
    stored
        .times()
        .forEach(
            (operation, encoded) -> times.put(CpsOperation.valueOf(operation), decode(encoded)));
    var errors = new EnumMap<CpsOperation, Long>(CpsOperation.class);
    stored
        .errors()
        .forEach((operation, count) -> errors.put(CpsOperation.valueOf(operation), count));
    return new PhaseSample(
        LoadPhase.parse(stored.phase()),
        stored.flows(),
        errors,
        stored.firstErrors(),
        Instant.parse(stored.start()),
        Duration.ofNanos(stored.lengthNanos()),
        times,
        decode(stored.generatorLag()));
  }

  private static String encode(Histogram histogram) {
    var buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    var length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(buffer.array(), length));
  }

  private static Histogram decode(String encoded) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("a histogram is damaged: " + e.getMessage(), e);
    }
  }
}
