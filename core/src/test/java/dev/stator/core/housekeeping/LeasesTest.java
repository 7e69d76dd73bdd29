package dev.stator.core.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stator.core.ForwardingEngine;
import dev.stator.storage.memory.MemoryEngine;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeasesTest {
    private long nanos;
    private int processes = 1;
    private final ForwardingEngine engine = new ForwardingEngine(new MemoryEngine()) {
        @Override
        public int processes() {
            return processes;
        }
    };
    private final Leases first = new Leases(engine, () -> nanos);
    private final Leases second = new Leases(engine, () -> nanos);

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private static long parts(Leases leases) {
        return IntStream.range(0, Leases.PARTS).filter(leases::isMine).count();
    }

    @Test
    void whoComesFirstHasAllAndTheOtherNone() {
        first.renew();
        second.renew();

        assertThat(parts(first)).isEqualTo(Leases.PARTS);
        assertThat(parts(second)).isZero();
    }

    @Test
    void aProcessGivesUpWhatIsMoreThanItsShare() {
        first.renew();
        processes = 2;
        first.renew();
        second.renew();

        assertThat(parts(first)).isEqualTo(4);
        assertThat(parts(second)).isEqualTo(4);
        for (int part = 0; part < Leases.PARTS; part++) {
            assertThat(first.isMine(part)).isNotEqualTo(second.isMine(part));
        }
    }

    @Test
    void aLeaseThatIsNotRenewedEndsBeforeSomebodyElseTakesIt() {
        first.renew();
        second.renew();
        pass(Duration.ofSeconds(5));

        second.renew();
        assertThat(parts(first)).isZero();
        assertThat(parts(second)).isZero();

        pass(Duration.ofSeconds(2));
        second.renew();
        assertThat(parts(second)).isEqualTo(Leases.PARTS);
    }

    @Test
    void whoLostHisLeaseDoesNotGetItBack() {
        first.renew();
        second.renew();
        pass(Duration.ofSeconds(7));
        second.renew();

        first.renew();

        assertThat(parts(first)).isZero();
        assertThat(parts(second)).isEqualTo(Leases.PARTS);
    }

    @Test
    void aLeaseThatIsRenewedIsNotTaken() {
        for (int i = 0; i < 10; i++) {
            first.renew();
            second.renew();
            pass(Duration.ofSeconds(2));
        }
        first.renew();

        assertThat(parts(first)).isEqualTo(Leases.PARTS);
        assertThat(parts(second)).isZero();
    }

    @Test
    void whoStopsLeavesHisPartsAtOnce() {
        first.renew();
        first.close();
        second.renew();

        assertThat(parts(first)).isZero();
        assertThat(parts(second)).isEqualTo(Leases.PARTS);
    }
}
