package dev.stator.core.fault;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The faults that requests meet: rules, and a log of what they did. {@link FaultyApi} asks it at each request; without rules
 * that is the reading of one field. Rules are asked in the order in which they were added; of several that fire for one
 * request, delays add up and the first that refuses it decides. Thread-safe.
 */
public final class Faults {
    /** How many firings are kept; beyond it the oldest are dropped. */
    public static final int FIRED_MAX = 10_000;

    private static final int RULES_MAX = 1_000;

    private final InstantSource clock;
    private final boolean hasHindsight;
    private final ArrayDeque<Fired> fired = new ArrayDeque<>();
    private final Map<Integer, Active> rules = new LinkedHashMap<>();
    private int lastId;
    private volatile Collection<Active> current = List.of();
    private volatile boolean needsHindsight;

    /** A rule that was added, and how many calls it has matched. */
    private record Active(int id, FaultRule rule, AtomicLong calls) {}

    /** @param hasHindsight whether earlier states of the database can be read, which stale reads need */
    public Faults(InstantSource clock, boolean hasHindsight) {
        this.clock = clock;
        this.hasHindsight = hasHindsight;
    }

    /**
     * Adds a rule, which counts its calls from now on.
     *
     * @return the rule's id, never used again
     * @throws IllegalArgumentException if the database cannot do that
     */
    public synchronized int add(FaultRule rule) {
        if (isHindsight(rule.effect()) && !hasHindsight) {
            throw new IllegalArgumentException(
                    "stale reads and lagging indexes need an engine that has snapshots, as the"
                            + " memory engine does; this one has none");
        }
        if (rules.size() >= RULES_MAX) {
            throw new IllegalArgumentException("there are " + RULES_MAX + " rules already; remove some");
        }
        lastId++;
        rules.put(lastId, new Active(lastId, rule, new AtomicLong()));
        publish();
        return lastId;
    }

    /** Removes a rule; false if there is none of this id. */
    public synchronized boolean remove(int id) {
        boolean removed = rules.remove(id) != null;
        publish();
        return removed;
    }

    /** Removes all rules, and empties the log. */
    public synchronized void clear() {
        rules.clear();
        publish();
        synchronized (fired) {
            fired.clear();
        }
    }

    /** The rules by their ids. */
    public synchronized Map<Integer, FaultRule> rules() {
        Map<Integer, FaultRule> all = new LinkedHashMap<>();
        rules.forEach((id, active) -> all.put(id, active.rule));
        return all;
    }

    /** What has fired, oldest first. */
    public List<Fired> fired() {
        synchronized (fired) {
            return List.copyOf(fired);
        }
    }

    /** What has fired of this rule, oldest first. */
    public List<Fired> fired(int rule) {
        return fired().stream().filter(each -> each.rule() == rule).toList();
    }

    /** Whether there is a rule that makes reads see earlier states, so that these must be kept. */
    public boolean needsHindsight() {
        return needsHindsight;
    }

    boolean isEmpty() {
        return current.isEmpty();
    }

    /** The rules that fire for this request, which is logged. */
    List<FaultRule> fire(Touched request) {
        List<FaultRule> firing = new ArrayList<>();
        for (Active active : current) {
            if (active.rule.matches(request)) {
                long call = active.calls.incrementAndGet();
                if (active.rule.calls().include(call)) {
                    firing.add(active.rule);
                    log(active, call, request.operation(), request.firstTable());
                }
            }
        }
        return firing;
    }

    private void log(Active active, long call, String operation, @Nullable String table) {
        Fired entry = new Fired(active.id, call, operation, table, active.rule.effect(), clock.instant());
        synchronized (fired) {
            if (fired.size() == FIRED_MAX) {
                fired.remove();
            }
            fired.add(entry);
        }
    }

    private void publish() {
        needsHindsight = rules.values().stream().anyMatch(active -> isHindsight(active.rule.effect()));
        current = List.copyOf(rules.values());
    }

    private static boolean isHindsight(Effect effect) {
        return effect instanceof Effect.StaleRead || effect instanceof Effect.IndexLag;
    }
}
