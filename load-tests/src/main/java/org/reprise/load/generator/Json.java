package org.reprise.load.generator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.HdrHistogram.Histogram;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

final class Json {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new SimpleModule().addSerializer(Histogram.class, new Compressed()))
          .build();

  private Json() {}

  static void write(Path file, Object value) throws IOException {
    var whole = file.resolveSibling(file.getFileName() + ".part");
    Files.write(whole, MAPPER.writeValueAsBytes(value));
    Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      return MAPPER.readValue(Files.readAllBytes(file), type);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new IOException("damaged: %s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Writes what Jackson reads back by {@link Histogram#fromString}. */
  private static final class Compressed extends ValueSerializer<Histogram> {
    @Override
    public void serialize(Histogram times, JsonGenerator json, SerializationContext context) {
      var buffer = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
      json.writeBinary(buffer.array(), 0, times.encodeIntoCompressedByteBuffer(buffer));
    }
  }
}
