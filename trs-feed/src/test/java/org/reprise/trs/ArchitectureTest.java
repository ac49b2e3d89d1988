package org.reprise.trs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.reprise.trs", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule FEATURES_HAVE_NO_CYCLES =
      slices().matching("org.reprise.trs.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule FEATURES_DO_NOT_IMPORT_THE_ROOT =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.trs.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.reprise.trs");

  @ArchTest
  static final ArchRule NO_SERVICE_IMPORTS_THE_STACK_OR_ANOTHER_SERVICE =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.reprise.localstack..",
              "org.reprise.load..",
              "org.reprise.ldx..",
              "org.reprise.cps..",
              "org.reprise.ebms..",
              "org.reprise.lists..");
}
