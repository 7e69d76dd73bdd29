package dev.stator.lifecycle.job;

import dev.stator.lifecycle.key.SortKeys;
import dev.stator.lifecycle.spec.AttributeNames.Role;
import dev.stator.lifecycle.spec.DueIndex;
import dev.stator.lifecycle.spec.KeyLayout;
import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.spec.TransitionRule;
import dev.stator.lifecycle.table.Companion;
import java.util.StringJoiner;

/** What of a declaration a run of a job depends on: with another, its checkpoints would mean something else. */
final class Declared {
    private static final int DIGEST_CHARS = 16;

    private Declared() {}

    /** Its digest. States may be called otherwise, keep their items for longer, or become more; their prefixes stay. */
    static String digest(LifecycleSpec spec, TransitionRule rule) {
        StringJoiner text = new StringJoiner("\n");
        text.add(spec.table()).add(spec.companion());
        text.add(spec.keys().partitionName()).add(keys(spec.keys().partition()));
        text.add(spec.keys().sortName()).add(keys(spec.keys().sort()));
        rule.from().forEach(state -> text.add("from " + spec.state(state).prefix()));
        text.add("to "
                + (rule.to().equals(TransitionRule.PURGED)
                        ? ""
                        : spec.state(rule.to()).prefix()));
        DueIndex due = spec.due();
        text.add(due == null ? "" : due.name() + " " + due.shards().count());
        for (Role role : Role.values()) {
            text.add(spec.attributes().of(role));
        }
        text.add(spec.isAudited() + " " + spec.hasHolds());
        return Companion.sha256(text.toString()).substring(0, DIGEST_CHARS);
    }

    private static String keys(SortKeys keys) {
        boolean hasTime = keys.fields().contains(KeyLayout.TIMESTAMP);
        return keys + " " + keys.delimiter() + " "
                + (hasTime
                        ? keys.timeFormat(KeyLayout.TIMESTAMP)
                                .map(Object::toString)
                                .orElse("")
                        : "");
    }
}
