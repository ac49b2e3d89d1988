package org.reprise.gc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.reprise.gc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule FEATURES_HAVE_NO_CYCLES =
      slices().matching("org.reprise.gc.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule FEATURES_DO_NOT_IMPORT_THE_ROOT =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.gc.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.reprise.gc");

  @ArchTest
  static final ArchRule WHAT_IS_EDITED_KNOWS_NO_READER =
      noClasses()
          .that()
          .resideInAnyPackage("org.reprise.gc.configuration..", "org.reprise.gc.component..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.reprise.gc.resolution..", "org.reprise.gc.commit..");

  @ArchTest
  static final ArchRule NO_SERVICE_IMPORTS_THE_STACK_OR_ANOTHER_SERVICE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.reprise.localstack..",
              "org.reprise.load..",
              "org.reprise.trs..",
              "org.reprise.ldx..",
              "org.reprise.cps..",
              "org.reprise.ebms..",
              "org.reprise.lists..");
}
