package org.reprise.ldx;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.reprise.ldx", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule FEATURES_HAVE_NO_CYCLES =
      slices().matching("org.reprise.ldx.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule FEATURES_DO_NOT_IMPORT_THE_ROOT =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.ldx.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.reprise.ldx");

  @ArchTest
  static final ArchRule WHAT_READS_FEEDS_KNOWS_NO_DATABASE =
      noClasses()
          .that()
          .resideInAnyPackage(
              "org.reprise.ldx.feed..",
              "org.reprise.ldx.http..",
              "org.reprise.ldx.rdf..",
              "org.reprise.ldx.ownership..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "org.springframework.jdbc..");

  @ArchTest
  static final ArchRule QUERIES_DO_NOT_KNOW_HOW_THE_INDEX_IS_FILLED =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.ldx.query..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.reprise.ldx.worker..", "org.reprise.ldx.feed..");

  @ArchTest
  static final ArchRule NO_SERVICE_IMPORTS_THE_STACK_OR_ANOTHER_SERVICE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.reprise.localstack..",
              "org.reprise.load..",
              "org.reprise.trs..",
              "org.reprise.cps..",
              "org.reprise.lists..",
              "org.reprise.ebms..");
}
