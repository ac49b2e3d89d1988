package org.reprise.load.generator;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
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
