package org.reprise.lists.web;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.beans.PropertyEditorSupport;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.reprise.lists.row.Uuids;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.format.FormatterRegistry;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.type.LogicalType;

/**
 * How input is read: nothing is ignored or coerced. In bodies, unknown and repeated members, values
 * of another JSON type and text after the body are refused; a record names in {@code
 * JsonIgnoreProperties} the read-only members that a client may send back, and a text of a fixed
 * set is an enum with {@link JsonProperty}. In parameters and parts of paths, where Spring takes
 * more, a UUID has 36 characters, and a time is one that the database can hold.
 */
@Configuration(proxyBeanMethods = false)
@ControllerAdvice
public class StrictInput implements WebMvcConfigurer {
  private static final int LAST_YEAR = 9999;

  @Bean
  JsonMapperBuilderCustomizer strictBodies() {
    return builder ->
        builder
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

  @Override
  public void addFormatters(FormatterRegistry registry) {
    registry.addConverter(String.class, UUID.class, StrictInput::uuid);
    registry.addConverter(String.class, OffsetDateTime.class, StrictInput::time);
  }

  // Where the converter above fails, Spring would ask an editor of its own.
  @InitBinder
  void addEditors(WebDataBinder binder) {
    binder.registerCustomEditor(
        UUID.class,
        new PropertyEditorSupport() {
          @Override
          public void setAsText(String text) {
            setValue(uuid(text));
          }
        });
  }

  private static UUID uuid(String text) {
    UUID id = Uuids.parse(text);
    if (id == null) {
      throw new IllegalArgumentException("'%s' is no UUID".formatted(text));
    }
    return id;
  }

  private static OffsetDateTime time(String text) {
    // A '+' that was sent as it is arrives as a blank.
    // As the database keeps it: it knows no offsets of 16 hours and more, and rounds nanoseconds.
    OffsetDateTime time =
        OffsetDateTime.parse(text.replace(' ', '+'))
            .withOffsetSameInstant(ZoneOffset.UTC)
            .truncatedTo(ChronoUnit.MICROS);
    if (time.getYear() < 1 || time.getYear() > LAST_YEAR) {
      throw new IllegalArgumentException("'%s' is not in a year from 1 to 9999".formatted(text));
    }
    return time;
  }
}
