package org.reprise.lists;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@AnalyzeClasses(
    packages = "org.reprise.lists",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule FEATURES_HAVE_NO_CYCLES =
      slices().matching("org.reprise.lists.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule FEATURES_DO_NOT_IMPORT_THE_ROOT =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.lists.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.reprise.lists");

  @ArchTest
  static final ArchRule THE_ROOT_IMPORTS_NO_SETTINGS_OF_FEATURES =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.lists")
          .should()
          .dependOnClassesThat()
          .haveSimpleNameEndingWith("Settings");

  @ArchTest
  static final ArchRule DESCRIPTIONS_THEN_LANGUAGE_THEN_SQL =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("query")
          .definedBy("org.reprise.lists.query..")
          .layer("fql")
          .definedBy("org.reprise.lists.fql..")
          .layer("entity")
          .definedBy("org.reprise.lists.entity..")
          .whereLayer("query")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("fql")
          .mayOnlyBeAccessedByLayers("query");

  @ArchTest
  static final ArchRule THE_LANGUAGE_KNOWS_NO_DATABASE =
      noClasses()
          .that()
          .resideInAnyPackage("org.reprise.lists.fql..", "org.reprise.lists.entity..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("java.sql..");

  @ArchTest
  static final ArchRule DESKS_KNOW_NOTHING_OF_LISTS_AND_IMPORTS =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.reprise.lists.circulation..",
              "org.reprise.lists.inventory..",
              "org.reprise.lists.user..",
              "org.reprise.lists.event..",
              "org.reprise.lists.search..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.reprise.lists.list..",
              "org.reprise.lists.export..",
              "org.reprise.lists.fqm..",
              "org.reprise.lists.refresh..",
              "org.reprise.lists.dataimport..");

  @ArchTest
  static final ArchRule NO_SERVICE_IMPORTS_THE_STACK_OR_ANOTHER_SERVICE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.reprise.localstack..",
              "org.reprise.load..",
              "org.reprise.cps..",
              "org.reprise.ebms..");

  // OpenAPI names a schema after the simple name of its class: of two with one name one is lost.
  @ArchTest
  static void typesOfBodiesHaveDistinctSimpleNames(JavaClasses classes) {
    Set<JavaClass> types = new HashSet<>();
    for (JavaClass type : classes) {
      if (type.isAnnotatedWith(RestController.class)) {
        type.getSuperclass().ifPresent(parent -> addTypes(parent, types));
        type.getMethods().stream()
            .filter(method -> method.isMetaAnnotatedWith(RequestMapping.class))
            .forEach(method -> {
              addTypes(method.getReturnType(), types);
              method.getParameterTypes().forEach(parameter -> addTypes(parameter, types));
            });
      }
    }
    Map<String, List<String>> byName =
        types.stream()
            .collect(
                Collectors.groupingBy(
                    JavaClass::getSimpleName,
                    Collectors.mapping(JavaClass::getName, Collectors.toList())));
    assertThat(byName).containsKeys("ListView", "Loan", "LoanPage", "Item");
    byName.values().removeIf(names -> names.size() == 1);
    assertThat(byName).isEmpty();
  }

  private static void addTypes(JavaType type, Set<JavaClass> types) {
    for (JavaClass raw : type.getAllInvolvedRawTypes()) {
      if (raw.getPackageName().startsWith("org.reprise.lists") && !raw.isEnum() && types.add(raw)) {
        raw.getFields().stream()
            .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
            .forEach(field -> addTypes(field.getType(), types));
        raw.getMethods().stream()
            .filter(method -> method.isAnnotatedWith(JsonProperty.class))
            .forEach(method -> addTypes(method.getReturnType(), types));
      }
    }
  }
}
