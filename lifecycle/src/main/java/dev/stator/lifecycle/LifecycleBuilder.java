package dev.stator.lifecycle;

import dev.stator.lifecycle.spec.LifecycleSpec;
import dev.stator.lifecycle.table.Context;
import dev.stator.lifecycle.table.Pause;
import dev.stator.lifecycle.table.Principals;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What can be chosen about a {@link Lifecycle}; each has a default. */
public final class LifecycleBuilder {
    private final LifecycleSpec spec;
    private final DynamoDbClient client;
    private InstantSource clock = InstantSource.system();
    private RandomGenerator random = new SecureRandom();
    private Pause pause = Pause.REAL;

    LifecycleBuilder(LifecycleSpec spec, DynamoDbClient client) {
        this.spec = spec;
        this.client = client;
    }

    /** The time; the machine's by default. */
    public LifecycleBuilder clock(InstantSource chosen) {
        clock = chosen;
        return this;
    }

    /** Where ids and the lengths of pauses come from; by default what nobody can guess. It has to be thread-safe. */
    public LifecycleBuilder random(RandomGenerator chosen) {
        random = chosen;
        return this;
    }

    /** How pauses before retries pass; in real time by default. */
    public LifecycleBuilder pause(Pause chosen) {
        pause = chosen;
        return this;
    }

    /** Makes it. Asks the endpoint for nothing. */
    public Lifecycle build() {
        return new Lifecycle(new Context(spec, client, clock, random, pause, Principals.of(client)));
    }
}
