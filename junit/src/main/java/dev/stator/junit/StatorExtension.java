package dev.stator.junit;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * What {@link StatorTest} and {@link StatorServer} do in JUnit: makes databases by the {@link Setup} of the test class, keeps
 * each in the context whose end closes it, and hands out its {@link Parts}. Holds nothing itself.
 */
public final class StatorExtension
        implements BeforeAllCallback, BeforeEachCallback, BeforeTestExecutionCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(StatorExtension.class);

    /** A database in a context, which closes it with everything else that is kept there. */
    @SuppressWarnings("deprecation") // JUnit before 5.13 closes nothing but CloseableResource
    private record Kept(Stator stator) implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        @Override
        public void close() {
            stator.close();
        }
    }

    /** Has a constructor's parameters be those of the test that the instance is for. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext rootContext) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        Class<?> testClass = context.getRequiredTestClass();
        if (!Setup.of(testClass).isPerClass()) {
            for (Field field : fields(testClass, Modifier::isStatic)) {
                throw new ExtensionConfigurationException(
                        field + " is static, so it is there before the first test, and"
                                + " the database is not. Make it an instance field, or share the database with"
                                + " @StatorTest(isolation = PER_CLASS).");
            }
        }
        inject(testClass, null, Modifier::isStatic, context);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        // There for tests that ask for nothing, too: that the tables can be created is part of the test.
        stator(context);
        for (Object instance : context.getRequiredTestInstances().getAllInstances()) {
            inject(instance.getClass(), instance, modifiers -> !Modifier.isStatic(modifiers), context);
        }
    }

    /** What was asked to prepare the test is not the test's. */
    @Override
    public void beforeTestExecution(ExtensionContext context) {
        stator(context).requests().clear();
    }

    private static void inject(
            Class<?> type, @Nullable Object instance, Predicate<Integer> modifiers, ExtensionContext context)
            throws IllegalAccessException {
        for (Field field : fields(type, modifiers)) {
            if (instance != null) {
                checkOneTestAtATime(field, context);
            }
            Object part = Parts.of(field.getGenericType(), stator(context), setup(context));
            if (part == null) {
                throw new ExtensionConfigurationException(field + " cannot be injected: " + Parts.SUPPORTED);
            }
            field.setAccessible(true);
            field.set(instance, part);
        }
    }

    private static Iterable<Field> fields(Class<?> type, Predicate<Integer> modifiers) {
        return ReflectionSupport.findFields(
                type,
                field -> AnnotationSupport.isAnnotated(field, Injected.class) && modifiers.test(field.getModifiers()),
                HierarchyTraversalMode.TOP_DOWN);
    }

    private static void checkOneTestAtATime(Field field, ExtensionContext context) {
        boolean shared = context.getTestInstanceLifecycle().orElse(Lifecycle.PER_METHOD) == Lifecycle.PER_CLASS;
        if (shared
                && context.getExecutionMode() == ExecutionMode.CONCURRENT
                && !setup(context).isPerClass()) {
            throw new ExtensionConfigurationException(
                    field + " is one field for tests that run at the same time, each with"
                            + " a database of its own. Take parameters instead, or drop @TestInstance(PER_CLASS).");
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return Parts.isSupported(parameter.getParameter().getParameterizedType(), setup(context));
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Object part = Parts.of(parameter.getParameter().getParameterizedType(), stator(context), setup(context));
        if (part == null) {
            throw new ParameterResolutionException(parameter + " cannot be resolved: " + Parts.SUPPORTED);
        }
        return part;
    }

    private static Setup setup(ExtensionContext context) {
        return Setup.of(context.getRequiredTestClass());
    }

    /** The database of the test, or of the class, that a context is of; made at the first call. */
    private static Stator stator(ExtensionContext context) {
        Setup setup = setup(context);
        ExtensionContext owner = owner(context, setup);
        return owner.getStore(NAMESPACE)
                .getOrComputeIfAbsent(context.getRequiredTestClass(), key -> make(setup, owner), Kept.class)
                .stator();
    }

    private static Kept make(Setup setup, ExtensionContext context) {
        boolean overHttp = context.getConfigurationParameter("stator.overHttp")
                .map(Boolean::parseBoolean)
                .orElse(false);
        return new Kept(setup.make(overHttp));
    }

    private static ExtensionContext owner(ExtensionContext context, Setup setup) {
        if (!setup.isPerClass()) {
            if (context.getTestMethod().isEmpty()) {
                throw new ParameterResolutionException(
                        "Before the tests there is no database yet, since each test has its"
                                + " own. To prepare one for all tests of a class, share it with @StatorTest(isolation ="
                                + " PER_CLASS).");
            }
            return context;
        }
        ExtensionContext owner = context;
        while (!owner.getElement().equals(java.util.Optional.of(context.getRequiredTestClass()))) {
            owner = owner.getParent().orElseThrow();
        }
        return owner;
    }
}
