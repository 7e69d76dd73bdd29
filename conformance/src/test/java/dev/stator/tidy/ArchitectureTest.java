package dev.stator.tidy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** server and kit → core → storage ← engines, and nothing against the arrows. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.stator");

    @Test
    void allModulesAreLookedAt() {
        // An import that finds nothing would let every rule pass.
        for (String name : new String[] {
            "dev.stator.storage.Engine",
            "dev.stator.storage.rocksdb.RocksDbEngine",
            "dev.stator.storage.cassandra.CassandraEngine",
            "dev.stator.core.Database",
            "dev.stator.server.cli.Main",
            "dev.stator.junit.Stator",
            "dev.stator.lifecycle.Lifecycle"
        }) {
            assertThat(CLASSES.contain(name)).as(name).isTrue();
        }
    }

    @Test
    void storageKnowsTheJdkOnly() {
        noClasses()
                .that()
                .resideInAPackage("dev.stator.storage")
                .or()
                .resideInAPackage("dev.stator.storage.memory..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java..", "org.jspecify..", "dev.stator.storage..")
                .check(CLASSES);
    }

    @Test
    void enginesDoNotKnowCore() {
        noClasses()
                .that()
                .resideInAPackage("dev.stator.storage..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.stator.core..", "dev.stator.server..")
                .check(CLASSES);
    }

    @Test
    void theCommitProtocolKnowsNoDriver() {
        noClasses()
                .that()
                .resideInAPackage("dev.stator.storage.cassandra.protocol..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages(
                        "java..", "org.jspecify..", "dev.stator.storage", "dev.stator.storage.cassandra.protocol..")
                .check(CLASSES);
    }

    @Test
    void coreKnowsNoEngineNoHttpAndNoSdk() {
        noClasses()
                .that()
                .resideInAPackage("dev.stator.core..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.stator.storage.memory..",
                        "dev.stator.storage.rocksdb..",
                        "dev.stator.storage.cassandra..",
                        "dev.stator.server..",
                        "io.netty..",
                        "org.rocksdb..",
                        "com.datastax..",
                        "software.amazon..")
                .check(CLASSES);
    }

    @Test
    void theKitNeedsAServerForItsPortOnly() {
        noClasses()
                .that()
                .resideInAPackage("dev.stator.junit..")
                .and()
                .doNotHaveFullyQualifiedName("dev.stator.junit.LoopbackServer")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.stator.server..", "dev.stator.storage.rocksdb..", "io.netty..", "org.rocksdb..")
                .check(CLASSES);
    }

    @Test
    void theLifecycleKnowsNoDatabaseButThroughTheSdk() {
        noClasses()
                .that()
                .resideInAPackage("dev.stator.lifecycle..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.stator.core..", "dev.stator.server..", "dev.stator.storage..")
                .check(CLASSES);
    }

    @Test
    void sortKeysWorkAlone() {
        noClasses()
                .that()
                .resideInAPackage("dev.stator.lifecycle.key..")
                .should()
                .dependOnClassesThat()
                .resideOutsideOfPackages("java..", "org.jspecify..", "dev.stator.lifecycle.key..")
                .check(CLASSES);
    }

    @Test
    void nobodyNeedsTheKit() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.stator.junit..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.stator.junit..")
                .check(CLASSES);
    }

    @Test
    void theKitNeedsAssertJForItsAssertionsOnly() {
        noClasses()
                .that()
                .resideInAPackage("dev.stator.junit..")
                .and()
                .haveSimpleNameNotEndingWith("Assert")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.assertj..")
                .check(CLASSES);
    }

    @Test
    void databindStaysOut() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml.jackson.databind..")
                .check(CLASSES);
    }

    @Test
    void operationsDoNotCallEachOther() {
        noClasses()
                .that()
                .implement("dev.stator.core.operation.Operation")
                .should()
                .dependOnClassesThat(com.tngtech.archunit.base.DescribedPredicate.describe(
                        "other operations",
                        type -> type.isAssignableTo("dev.stator.core.operation.Operation")
                                && !type.isInterface()
                                && isOther(type.getName())))
                .allowEmptyShould(false)
                .check(CLASSES);
    }

    // Whether a class depends on itself is no question: ArchUnit leaves a class's dependencies on itself out.
    private static boolean isOther(String name) {
        return !name.contains("$");
    }

    @Test
    void packagesOfCoreFormNoCircleThroughOperations() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.stator.core.item..",
                        "dev.stator.core.expression..",
                        "dev.stator.core.table..",
                        "dev.stator.core.read..",
                        "dev.stator.core.write..",
                        "dev.stator.core.capacity..",
                        "dev.stator.core.protocol..",
                        "dev.stator.core.encoding..",
                        "dev.stator.core.request..",
                        "dev.stator.core.housekeeping..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.stator.core.operation..")
                .check(CLASSES);
    }
}
