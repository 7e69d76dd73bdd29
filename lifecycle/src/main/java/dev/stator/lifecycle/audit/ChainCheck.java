package dev.stator.lifecycle.audit;

import dev.stator.lifecycle.item.Attributes;
import dev.stator.lifecycle.table.Companion;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Goes along chains, item after item as the companion table has them, and remembers what does not fit. */
final class ChainCheck {
    private static final int PROBLEMS_MAX = 1000;

    private final Map<String, ChainEnd> known = new HashMap<>();
    private final Consumer<ChainEnd> ends;

    private final List<String> problems = new ArrayList<>();
    private long ledgers;
    private long records;
    private BigInteger digest = BigInteger.ZERO;

    private String ledger = "";
    private LedgerHead head = LedgerHead.none("");
    private boolean hasHead;
    private long number;
    private String hash = "";
    private @Nullable Map<String, AttributeValue> pending;
    private final List<byte[]> parts = new ArrayList<>();

    /**
     * A check of some chains.
     *
     * @param earlier ends that were kept, which the chains have to have still
     * @param ends    is told the end of each chain
     */
    ChainCheck(Collection<ChainEnd> earlier, Consumer<ChainEnd> ends) {
        earlier.forEach(end -> known.put(end.ledger(), end));
        this.ends = ends;
    }

    /** The next item; those of a chain come together, the head first, then the records by their numbers. */
    void accept(Map<String, AttributeValue> item) {
        String pk = Attributes.text(item, Companion.PK);
        String sk = Attributes.text(item, Companion.SK);
        if (!pk.equals(ledger)) {
            endLedger();
            if (!Companion.isLedger(pk)) {
                return;
            }
            ledger = pk;
            ledgers++;
        }
        if (sk.equals(Companion.HEAD)) {
            head = LedgerHead.of(pk, item);
            hasHead = true;
        } else if (sk.startsWith(Ledger.RECORD) && Ledger.isPart(sk)) {
            parts.add(Attributes.bytes(item, "gzip"));
        } else if (sk.startsWith(Ledger.RECORD)) {
            endRecord();
            pending = item;
        } else {
            problem("there is something that is neither head nor record: " + sk);
        }
    }

    Verification result() {
        endLedger();
        known.values().stream().sorted(Comparator.comparing(ChainEnd::ledger)).forEach(end -> {
            ledger = end.ledger();
            problem("the chain is gone, which had " + end.number() + " records");
        });
        return new Verification(ledgers, records, problems, String.format("%064x", digest));
    }

    private void endRecord() {
        Map<String, AttributeValue> item = pending;
        if (item == null) {
            return;
        }
        pending = null;
        records++;
        number++;
        try {
            check(Ledger.record(item, parts));
        } catch (RuntimeException e) {
            problem("the record " + Attributes.text(item, Companion.SK) + " cannot be read: " + e.getMessage());
        }
        parts.clear();
    }

    private void check(AuditRecord record) {
        if (record.number() != number) {
            problem("after record " + (number - 1) + " comes " + record.number() + ": what is between is missing");
            number = record.number();
        }
        if (!record.previous().equals(hash)) {
            problem("record " + number + " does not follow from the one before it");
        }
        AuditEntry entry = record.entry();
        String computed =
                HashChain.hash(record.ledger(), record.number(), entry, record.beforeHash(), record.previous());
        if (!computed.equals(record.hash())) {
            problem("record " + number + " was changed");
        }
        String before = entry.before();
        if (before != null && !Companion.sha256(before).equals(record.beforeHash())) {
            problem("the before-image of record " + number + " was changed");
        }
        hash = record.hash();
        ChainEnd end = known.get(ledger);
        if (end != null && end.number() == number && !end.hash().equals(hash)) {
            problem("record " + number + " is not the one that was its end when that was kept: the chain was written"
                    + " anew");
        }
    }

    private void endLedger() {
        if (ledger.isEmpty()) {
            return;
        }
        endRecord();
        if (!hasHead) {
            problem("its head is missing");
        } else if (head.number() != number || !head.hash().equals(hash)) {
            problem("its head is at record " + head.number() + ", its last record is " + number);
        }
        ChainEnd end = known.remove(ledger);
        if (end != null && number < end.number()) {
            problem("it ends with record " + number + ", and had " + end.number() + " when its end was kept");
        }
        ends.accept(new ChainEnd(ledger, number, hash));
        digest = digest.add(new BigInteger(Companion.sha256(ledger + "|" + hash), 16))
                .mod(BigInteger.TWO.pow(256));
        ledger = "";
        hasHead = false;
        number = 0;
        hash = "";
    }

    private void problem(String text) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(ledger + ": " + text);
        }
    }
}
