package org.reprise.content;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "org.reprise.content",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule FEATURES_HAVE_NO_CYCLES =
      slices().matching("org.reprise.content.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule FEATURES_DO_NOT_IMPORT_THE_ROOT =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.content.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.reprise.content");

  @ArchTest
  static final ArchRule STORAGE_KNOWS_NO_DOCUMENTS =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.content.store..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.reprise.content.object..");
}
