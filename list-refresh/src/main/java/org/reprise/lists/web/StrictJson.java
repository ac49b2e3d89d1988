package org.reprise.lists.web;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.type.LogicalType;

/**
 * How every body of this service is read: nothing is ignored or coerced. Unknown and repeated
 * members, values of another JSON type and text after the body are refused. A record names in
 * {@code JsonIgnoreProperties} the read-only members that a client may send back; a text of a fixed
 * set is an enum with {@link JsonProperty}.
 */
@Configuration(proxyBeanMethods = false)
class StrictJson {
  @Bean
  JsonMapperBuilderCustomizer strictBodies() {
    return StrictJson::makeStrict;
  }

  private static void makeStrict(JsonMapper.Builder builder) {
    builder
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .enable(
            DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
            DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .withCoercionConfigDefaults(all -> {
          for (CoercionInputShape shape : CoercionInputShape.values()) {
            all.setCoercion(shape, CoercionAction.Fail);
          }
        })
        .withCoercionConfig(
            LogicalType.Textual,
            text -> text.setCoercion(CoercionInputShape.EmptyString, CoercionAction.TryConvert))
        .addModule(StrictScalars.module());
  }
}
