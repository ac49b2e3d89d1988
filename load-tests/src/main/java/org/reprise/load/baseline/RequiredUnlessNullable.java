package org.reprise.load.baseline;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.lang.reflect.Executable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/**
 * Makes every component of a record that Jackson reads a required field, unless its type says
 * {@link Nullable} or it says by {@link JsonSetter} what stands for it where it is left out: what
 * the compiler is told about null also holds for files.
 */
public final class RequiredUnlessNullable extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  @Override
  public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
    return required(member) ? Boolean.TRUE : super.hasRequiredMarker(config, member);
  }

  @Override
  public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated annotated) {
    return required(annotated)
        ? JsonSetter.Value.forValueNulls(Nulls.FAIL)
        : super.findSetterInfo(config, annotated);
  }

  private static boolean required(Annotated annotated) {
    return annotated instanceof AnnotatedParameter parameter
        && parameter.getOwner().getAnnotated() instanceof Executable constructor
        && constructor.getDeclaringClass().isRecord()
        && !parameter.hasAnnotation(JsonSetter.class)
        && !constructor
            .getParameters()[parameter.getIndex()]
            .getAnnotatedType()
            .isAnnotationPresent(Nullable.class);
  }
}
