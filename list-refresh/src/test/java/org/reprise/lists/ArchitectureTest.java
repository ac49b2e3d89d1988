package org.reprise.lists;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

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
}
