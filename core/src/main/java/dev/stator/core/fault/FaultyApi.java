package dev.stator.core.fault;

import dev.stator.core.Session;
import dev.stator.core.capacity.Admission;
import dev.stator.core.error.ApiException;
import dev.stator.core.item.AttributeValue;
import dev.stator.core.wire.Api;
import dev.stator.core.wire.UnansweredException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * An {@link Api} whose requests meet {@link Faults}. They meet them before they are looked at any closer, so that a request
 * that is refused has done nothing, not even been found invalid.
 */
public final class FaultyApi implements Api {
    private final Api api;
    private final Faults faults;
    private final Sleeper sleeper;

    /** @param sleeper lets the time of a delay pass */
    public FaultyApi(Api api, Faults faults, Sleeper sleeper) {
        this.api = api;
        this.faults = faults;
        this.sleeper = sleeper;
    }

    @Override
    public boolean has(String service, String operation) {
        return api.has(service, operation);
    }

    /** @throws UnansweredException if the connection is to be dropped */
    @Override
    public byte[] execute(String operation, byte[] body, Session session) {
        if (faults.isEmpty()) {
            return api.execute(operation, body, session);
        }
        Touched request = Touched.by(operation, body);
        List<FaultRule> firing = faults.fire(request);
        return firing.isEmpty() ? api.execute(operation, body, session) : execute(request, body, session, firing);
    }

    private byte[] execute(Touched request, byte[] body, Session session, List<FaultRule> firing) {
        for (FaultRule rule : firing) {
            if (rule.effect() instanceof Effect.Delay delay) {
                sleep(delay);
            }
        }
        Session changed = session;
        PointOfView view = null;
        boolean dropsAnswer = false;
        for (FaultRule rule : firing) {
            switch (rule.effect()) {
                case Effect.Fail fail -> throw fail.error().exception(request, session);
                case Effect.Drop drop -> {
                    if (drop == Effect.Drop.BEFORE) {
                        throw new UnansweredException("nothing, since the request was not carried out");
                    }
                    dropsAnswer = true;
                }
                case Effect.LeaveUnprocessed some ->
                    changed = changed.withAdmission(new Leaving(rule, some.items(), request));
                case Effect.StaleRead stale -> view = new PointOfView(stale.lag(), false);
                case Effect.IndexLag behind -> view = new PointOfView(behind.lag(), true);
                case Effect.Delay ignored -> {
                    // Has passed.
                }
            }
        }
        Session caller = changed;
        Supplier<byte[]> call = () -> api.execute(request.operation(), body, caller);
        PointOfView from = view;
        Supplier<byte[]> looking = from == null ? call : () -> from.look(call);
        return dropsAnswer ? unanswered(looking) : looking.get();
    }

    private static byte[] unanswered(Supplier<byte[]> call) {
        try {
            byte[] lost = call.get();
            throw new UnansweredException("an answer of " + lost.length + " bytes");
        } catch (ApiException e) {
            throw new UnansweredException(e.type().shortName());
        }
    }

    private void sleep(Effect.Delay delay) {
        try {
            sleeper.sleep(delay.duration());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnansweredException("nothing, since the wait was interrupted");
        }
    }

    /** Admits all items of one batch but the last ones that a rule matches. */
    private static final class Leaving implements Admission {
        private final FaultRule rule;
        private long admitted;

        Leaving(FaultRule rule, int items, Touched request) {
            this.rule = rule;
            this.admitted = request.parts().stream().filter(rule::matches).count() - items;
        }

        @Override
        public boolean admits(String tableName, Map<String, AttributeValue> attributes) {
            return !rule.matches(new Touched.Part(tableName, attributes)) || admitted-- > 0;
        }
    }
}
