package org.reprise.load.generator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.deser.std.StdConvertingDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdConvertingSerializer;
import tools.jackson.databind.util.StdConverter;

/** JSON of loads and samples; histograms compressed in HdrHistogram's own encoding. */
final class Json {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(new StdConvertingSerializer(Histogram.class, new Packing()))
                  .addDeserializer(
                      Histogram.class, new StdConvertingDeserializer<>(new Unpacking())))
          .build();

  private Json() {}

  /** Writes a file, in whole or not at all. */
  static void write(Path file, Object value) throws IOException {
    var whole = file.resolveSibling(file.getFileName() + ".part");
    Files.write(whole, MAPPER.writeValueAsBytes(value));
    Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException where there is no such file or it is damaged
   */
  static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      return MAPPER.readValue(Files.readAllBytes(file), type);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new IOException("damaged: %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static final class Packing extends StdConverter<Histogram, byte[]> {
    @Override
    public byte[] convert(Histogram times) {
      var buffer = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
      return Arrays.copyOf(buffer.array(), times.encodeIntoCompressedByteBuffer(buffer));
    }
  }

  private static final class Unpacking extends StdConverter<byte[], Histogram> {
    @Override
    public Histogram convert(byte[] packed) {
      try {
        return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(packed), 0);
      } catch (DataFormatException e) {
        throw new IllegalArgumentException("a histogram is damaged: " + e.getMessage(), e);
      }
    }
  }
}
