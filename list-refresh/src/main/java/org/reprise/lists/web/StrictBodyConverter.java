package org.reprise.lists.web;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.converter.json.JacksonJsonHttpMessageConverter;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/** Reads what is marked as {@link StrictBody}, and nothing else. */
final class StrictBodyConverter extends JacksonJsonHttpMessageConverter {
  StrictBodyConverter() {
    super(mapper());
  }

  private static JsonMapper mapper() {
    JsonFactory factory =
        JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    return JsonMapper.builder(factory)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .withCoercionConfig(
            LogicalType.Textual,
            text ->
                text.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                    .setCoercion(CoercionInputShape.Float, CoercionAction.Fail))
        .build();
  }

  @Override
  public boolean canRead(Class<?> type, @Nullable MediaType mediaType) {
    return isStrict(type) && super.canRead(type, mediaType);
  }

  @Override
  public boolean canRead(ResolvableType type, @Nullable MediaType mediaType) {
    return isStrict(type.resolve(Object.class)) && super.canRead(type, mediaType);
  }

  private static boolean isStrict(Class<?> type) {
    return type.isAnnotationPresent(StrictBody.class);
  }

  @Override
  public boolean canWrite(Class<?> type, @Nullable MediaType mediaType) {
    return false;
  }

  @Override
  public boolean canWrite(ResolvableType type, Class<?> valueType, @Nullable MediaType mediaType) {
    return false;
  }
}
