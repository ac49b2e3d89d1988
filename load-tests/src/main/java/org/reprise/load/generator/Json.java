package org.reprise.load.generator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** JSON of loads and samples; histograms compressed in HdrHistogram's own encoding. */
final class Json {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(Histogram.class, new Writer())
                  .addDeserializer(Histogram.class, new Reader()))
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
    } catch (JacksonException e) {
      throw new IOException("damaged: %s: %s".formatted(file, e.getOriginalMessage()), e);
    }
  }

  private static final class Writer extends StdSerializer<Histogram> {
    Writer() {
      super(Histogram.class);
    }

    @Override
    public void serialize(Histogram times, JsonGenerator out, SerializationContext context) {
      var buffer = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
      var length = times.encodeIntoCompressedByteBuffer(buffer);
      out.writeString(Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
    }
  }

  private static final class Reader extends StdDeserializer<Histogram> {
    Reader() {
      super(Histogram.class);
    }

    @Override
    public Histogram deserialize(JsonParser in, DeserializationContext context) {
      try {
        return Histogram.decodeFromCompressedByteBuffer(
            ByteBuffer.wrap(Base64.getDecoder().decode(in.getString())), 0);
      } catch (DataFormatException | IllegalArgumentException e) {
        return context.reportInputMismatch(
            Histogram.class, "a histogram is damaged: %s", e.getMessage());
      }
    }
  }
}
