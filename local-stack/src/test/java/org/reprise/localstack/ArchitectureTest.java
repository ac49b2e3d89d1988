package org.reprise.localstack;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "org.reprise.localstack", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule IMPORTS_NO_SERVICE =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.reprise..")
                  .and(not(resideInAPackage("org.reprise.localstack.."))));

  @ArchTest
  static final ArchRule DOCKER_CLASSES_KNOW_TESTCONTAINERS =
      noClasses()
          .that()
          .haveSimpleNameNotStartingWith("Docker")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.testcontainers..");

  @ArchTest
  static final ArchRule ROOMS_HAVE_NO_CYCLE =
      slices().matching("org.reprise.localstack.(*)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule ONLY_TESTS_NEED_A_FRAMEWORK =
      classes()
          .that()
          .resideOutsideOfPackage("..testing")
          .should()
          .onlyDependOnClassesThat()
          .resideOutsideOfPackages("org.springframework..", "org.junit..");
}
