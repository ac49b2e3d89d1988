package org.reprise.ebms;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.springframework.web.bind.annotation.RestController;

@AnalyzeClasses(packages = "org.reprise.ebms", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule FEATURES_HAVE_NO_CYCLES =
      slices().matching("org.reprise.ebms.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule FEATURES_DO_NOT_IMPORT_THE_ROOT =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.ebms.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.reprise.ebms");

  @ArchTest
  static final ArchRule CONTROLLERS_STAY_IN_THEIR_FEATURE =
      classes().that().areAnnotatedWith(RestController.class).should().bePackagePrivate();

  @ArchTest
  static final ArchRule ENVELOPES_KNOW_NO_HTTP_AND_NO_DATABASE =
      noClasses()
          .that()
          .resideInAPackage("org.reprise.ebms.envelope..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.springframework..")
                  .and(not(resideInAPackage("org.springframework.boot.context.properties..")))
                  .or(resideInAPackage("jakarta.servlet.."))
                  .or(resideInAPackage("java.sql..")));

  @ArchTest
  static final ArchRule NO_TREES_OF_WHOLE_DOCUMENTS =
      noClasses()
          .that()
          .resideOutsideOfPackage("org.reprise.ebms.security..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.w3c.dom..");

  @ArchTest
  static final ArchRule NO_SERVICE_IMPORTS_THE_STACK_OR_THE_LOAD =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.reprise.localstack..", "org.reprise.load..", "org.reprise.cps..");
}
