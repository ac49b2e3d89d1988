package org.reprise.load.baseline;

import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

/** Makes every component of a record a required field, unless its type says {@link Nullable}. */
final class RequiredUnlessNullable extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  @Override
  public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
    if (member instanceof AnnotatedParameter parameter
        && parameter.getOwner().getAnnotated() instanceof Executable constructor
        && constructor.getDeclaringClass().isRecord()) {
      Parameter declared = constructor.getParameters()[parameter.getIndex()];
      return !declared.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }
    return super.hasRequiredMarker(config, member);
  }
}
