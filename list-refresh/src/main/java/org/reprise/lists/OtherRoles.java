package org.reprise.lists;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.filter.TypeFilter;

/** Leaves out the packages of the roles that {@code reprise.lists.roles} does not name. */
final class OtherRoles implements TypeFilter {
  static final String PROPERTY = "reprise.lists.roles";

  private final Set<String> packages;

  /**
   * A part of the service that can run as a separate process, so that its CPU is measured apart
   * (the report gives CPU per module).
   */
  enum Role {
    /** Lists and the queries behind them: mod-lists and mod-fqm-manager. */
    LISTS("list", "fqm", "refresh", "export"),
    /** Desks: mod-circulation, mod-inventory, mod-users and their storage. */
    CIRCULATION("circulation", "inventory", "search", "user"),
    /** Data import: mod-data-import, the source record manager and storage. */
    IMPORT("dataimport");

    private final Set<String> packages;

    Role(String... packages) {
      this.packages = Set.of(packages);
    }
  }

  OtherRoles(Environment environment) {
    EnumSet<Role> others = EnumSet.allOf(Role.class);
    others.removeAll(
        Binder.get(environment)
            .bind(PROPERTY, Bindable.setOf(Role.class))
            .orElse(EnumSet.allOf(Role.class)));
    this.packages =
        others.stream().flatMap(role -> role.packages.stream()).collect(Collectors.toSet());
  }

  @Override
  public boolean match(MetadataReader reader, MetadataReaderFactory factory) {
    String feature =
        reader
            .getClassMetadata()
            .getClassName()
            .substring(getClass().getPackageName().length() + 1);
    return packages.contains(feature.substring(0, Math.max(0, feature.indexOf('.'))));
  }
}
