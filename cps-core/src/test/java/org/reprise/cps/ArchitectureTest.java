package org.reprise.cps;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.reprise.cps.fault.CpsException;
import org.springframework.web.bind.annotation.RestController;

@AnalyzeClasses(packages = "org.reprise.cps", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule FEATURES_HAVE_NO_CYCLES =
      slices().matching("org.reprise.cps.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule FEATURES_DO_NOT_IMPORT_THE_ROOT =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.cps.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.reprise.cps");

  @ArchTest
  static final ArchRule CONTROLLERS_STAY_IN_THEIR_FEATURE =
      classes().that().areAnnotatedWith(RestController.class).should().bePackagePrivate();

  @ArchTest
  static final ArchRule THE_LIBRARY_KNOWS_NO_HTTP =
      noClasses()
          .that()
          .resideInAnyPackage("org.reprise.cps..")
          .and()
          .areNotAnnotatedWith(RestController.class)
          .and()
          .resideOutsideOfPackages("org.reprise.cps.web..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.springframework.web..")
                  .or(resideInAPackage("jakarta.servlet.."))
                  .or(resideInAPackage("org.springframework.http..")));

  @ArchTest
  static final ArchRule FACTS_ARE_CPS_EXCEPTIONS =
      classes()
          .that()
          .areAssignableTo(RuntimeException.class)
          .and()
          .resideInAPackage("org.reprise.cps..")
          .should()
          .beAssignableTo(CpsException.class);

  @ArchTest
  static final ArchRule NO_SERVICE_IMPORTS_THE_STACK_OR_THE_LOAD =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.reprise.localstack..", "org.reprise.load..");
}
