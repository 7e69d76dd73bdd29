package dev.stator.storage.tck;

import dev.stator.storage.Engine;
import java.nio.file.Path;

/** Where an engine under test lives: it is opened, closed and opened again in the same place. */
public interface EngineHost extends AutoCloseable {
    /** Opens the engine; a durable one finds what it had, any other starts empty. The caller closes it. */
    Engine open();

    /** Opens an engine on a checkpoint that one of this host wrote, if its engines write any. The caller closes it. */
    Engine openCheckpoint(Path folder);

    /**
     * By how much tests of concurrency repeat more than once over. The quicker the commits, the briefer the moment in which a
     * race shows, and the more of them are needed.
     */
    int repetitions();

    /** How many random operations the comparison with the model makes; fewer where each takes long. */
    default int modelSteps() {
        return 800;
    }

    /** Removes whatever the engine left behind. */
    @Override
    void close();
}
