import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Compiles each generated class Example in the folders below the first argument, calls its method run with a client of the
 * second argument's endpoint, and writes the items as DynamoDB JSON beside it. In one process, since each start takes seconds.
 */
public class RunJava {
    public static void main(String[] arguments) throws Exception {
        try (DynamoDbClient client = DynamoDbClient.builder()
                        .endpointOverride(URI.create(arguments[1]))
                        .region(Region.EU_WEST_2)
                        .build();
                Stream<Path> folders = Files.list(Path.of(arguments[0]))) {
            for (Path folder : folders.sorted().toList()) {
                run(folder, client);
            }
        }
    }

    private static void run(Path folder, DynamoDbClient client) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int status = compiler.run(
                null,
                null,
                null,
                "-proc:none",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                folder.resolve("Example.java").toString());
        if (status != 0) {
            throw new IllegalStateException(folder + " does not compile");
        }
        URL[] urls = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, RunJava.class.getClassLoader())) {
            var run = loader.loadClass("Example").getDeclaredMethod("run", DynamoDbClient.class);
            run.setAccessible(true);
            List<String> items = new ArrayList<>();
            for (Object item : (List<?>) run.invoke(null, client)) {
                items.add(members((Map<?, ?>) item));
            }
            Files.writeString(folder.resolve("items.json"), "[" + String.join(",", items) + "]");
        }
    }

    private static String members(Map<?, ?> item) {
        return item.entrySet().stream()
                .map(each -> text((String) each.getKey()) + ":" + json((AttributeValue) each.getValue()))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String json(AttributeValue value) {
        String content =
                switch (value.type()) {
                    case S -> text(value.s());
                    case N -> text(value.n());
                    case B -> text(Base64.getEncoder().encodeToString(value.b().asByteArray()));
                    case BOOL, NUL -> String.valueOf(value.nul() != null ? value.nul() : value.bool());
                    case SS -> list(value.ss().stream().map(RunJava::text));
                    case NS -> list(value.ns().stream().map(RunJava::text));
                    case BS ->
                        list(value.bs().stream()
                                .map(one -> text(Base64.getEncoder().encodeToString(one.asByteArray()))));
                    case L -> list(value.l().stream().map(RunJava::json));
                    case M -> members(value.m());
                    default -> throw new IllegalStateException(value.toString());
                };
        String type = value.type() == AttributeValue.Type.NUL ? "NULL" : value.type().name();
        return "{\"" + type + "\":" + content + "}";
    }

    private static String list(Stream<String> elements) {
        return elements.collect(Collectors.joining(",", "[", "]"));
    }

    private static String text(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            out.append(c < 0x20 || c == '"' || c == '\\' ? String.format("\\u%04x", (int) c) : String.valueOf(c));
        }
        return out.append('"').toString();
    }
}
