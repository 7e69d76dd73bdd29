package dev.stator.server.control;

import dev.stator.core.fault.Calls;
import dev.stator.core.fault.Effect;
import dev.stator.core.fault.FaultError;
import dev.stator.core.fault.FaultRule;
import dev.stator.core.fault.Faults;
import dev.stator.core.fault.Fired;
import dev.stator.core.fault.Lag;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.protocol.AttributeReader;
import dev.stator.core.protocol.InputAttributes;
import dev.stator.core.protocol.JsonWriter;
import dev.stator.core.protocol.RequestReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A {@link FaultRule} as JSON: {@code operation}, {@code table} and {@code key} say which requests; one of {@code calls}, {@code
 * first}, {@code every} and {@code percent}, which of their calls; one other member, what happens to them.
 */
final class FaultJson {
    private final RequestReader in;
    private @Nullable String operation;
    private @Nullable String table;
    private @Nullable InputAttributes key;
    private List<String> reasons = List.of();
    private @Nullable String error;
    private long seed;
    private @Nullable Long percent;
    private final List<Calls> calls = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();

    private FaultJson(RequestReader in) {
        this.in = in;
    }

    static FaultRule read(byte[] body) {
        FaultJson rule = new FaultJson(new RequestReader(body));
        rule.read();
        return rule.rule();
    }

    private void read() {
        in.beginBody();
        for (String member = in.nextMember(); member != null; member = in.nextMember()) {
            switch (member) {
                case "operation" -> operation = in.string();
                case "table" -> table = in.string();
                case "key" -> key = AttributeReader.attributes(in);
                case "calls" -> calls.add(new Calls.Numbered(numbers()));
                case "first" -> calls.add(Calls.first(number(member)));
                case "every" -> calls.add(Calls.every(number(member)));
                case "percent" -> percent = number(member);
                case "seed" -> seed = number(member);
                default -> readEffect(member);
            }
        }
        in.endBody();
    }

    private void readEffect(String member) {
        switch (member) {
            case "error" -> error = in.string();
            case "reasons" -> reasons = Objects.requireNonNullElse(in.strings(), List.of());
            case "unprocessed" -> effects.add(new Effect.LeaveUnprocessed(Math.toIntExact(number(member))));
            case "delayMillis" -> effects.add(new Effect.Delay(Duration.ofMillis(number(member))));
            case "drop" -> effects.add(drop(in.string()));
            case "staleRead" -> effects.add(new Effect.StaleRead(lag(member)));
            case "indexLag" -> effects.add(new Effect.IndexLag(lag(member)));
            default -> throw Refusal.badRequest("unknown member " + member);
        }
    }

    private FaultRule rule() {
        if (percent != null) {
            calls.add(Calls.chance(percent / 100.0, seed));
        }
        if (error != null) {
            effects.add(new Effect.Fail(new FaultError(kind(error), reasons)));
        }
        if (effects.size() != 1) {
            throw Refusal.badRequest("a rule has one of error, unprocessed, delayMillis, drop, staleRead and indexLag");
        }
        if (calls.size() > 1) {
            throw Refusal.badRequest("a rule has at most one of calls, first, every and percent");
        }
        Map<String, AttributeValue> attributes = Map.of();
        if (key != null) {
            key.check();
            attributes = key.values();
        }
        return new FaultRule(
                operation, table, attributes, calls.isEmpty() ? Calls.ALL : calls.getFirst(), effects.getFirst());
    }

    private static FaultError.Kind kind(String name) {
        for (FaultError.Kind kind : FaultError.Kind.values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        throw Refusal.badRequest("error " + name + " is none of " + List.of(FaultError.Kind.values()));
    }

    private static Effect drop(@Nullable String when) {
        return switch (when) {
            case "before" -> Effect.Drop.BEFORE;
            case "after" -> Effect.Drop.AFTER;
            case null, default -> throw Refusal.badRequest("drop is before or after");
        };
    }

    private Lag lag(String name) {
        Lag lag = null;
        if (in.beginStructure(name)) {
            for (String member = in.nextMember(); member != null; member = in.nextMember()) {
                lag = switch (member) {
                    case "commits" -> new Lag.Commits(Math.toIntExact(number(member)));
                    case "millis" -> new Lag.Time(Duration.ofMillis(number(member)));
                    default -> throw Refusal.badRequest("unknown member " + member + " of " + name);
                };
            }
        }
        if (lag == null) {
            throw Refusal.badRequest(name + " has commits or millis");
        }
        return lag;
    }

    private long number(String member) {
        Long number = in.longInteger();
        if (number == null) {
            throw Refusal.badRequest(member + " is a whole number");
        }
        return number;
    }

    private List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        in.list(() -> numbers.add(number("calls")));
        return numbers;
    }

    static JsonWriter rules(Faults faults) {
        JsonWriter out = new JsonWriter().beginObject().field("rules").beginArray();
        faults.rules().forEach((id, rule) -> {
            out.beginObject();
            out.field("id").number(id);
            out.field("rule").string(rule.toString());
            out.endObject();
        });
        return out.endArray().endObject();
    }

    static JsonWriter fired(Faults faults) {
        JsonWriter out = new JsonWriter().beginObject().field("fired").beginArray();
        for (Fired fired : faults.fired()) {
            out.beginObject();
            out.field("rule").number(fired.rule());
            out.field("call").number(fired.call());
            out.field("operation").string(fired.operation());
            if (fired.table() != null) {
                out.field("table").string(fired.table());
            }
            out.field("effect").string(fired.effect().toString());
            out.field("at").string(fired.at().toString());
            out.endObject();
        }
        return out.endArray().endObject();
    }
}
