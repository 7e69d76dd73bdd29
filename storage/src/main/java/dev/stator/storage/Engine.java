package dev.stator.storage;

import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ordered, transactional storage of bytes, and nothing of DynamoDB. A {@link Tree} holds collections, a collection holds
 * {@link Entry entries} in unsigned byte order of their position.
 *
 * <p>Every method may be called from any thread, virtual ones included, and may block. Byte arrays that are handed over
 * or received are never changed afterwards by either side. A call on a tree that was not created, or was dropped, finds
 * nothing and stores nothing: {@link #commit} answers {@link CommitResult.NoTree}.
 *
 * <p>Trouble is thrown as {@link StorageException}; a failed expectation is an answer, not an exception.
 */
public interface Engine extends AutoCloseable {

    /** What this engine does beyond the common contract; the contract tests check both sides of each. */
    Set<Capability> capabilities();

    /** Which calls wait; what does not know says that all do. */
    default Waiting waiting() {
        return Waiting.ALWAYS;
    }

    /** Makes the tree usable. Creating a tree that exists changes nothing. Durable when it returns. */
    void create(Tree tree);

    /** Removes the tree with all its entries and its sizes. Dropping an unknown tree changes nothing. Durable when it returns. */
    void drop(Tree tree);

    /** The entry at this position, or null. A strong read sees every commit that was acknowledged before the call. */
    @Nullable
    Entry get(Tree tree, byte[] collection, byte[] position, Consistency consistency);

    /**
     * Visits the entries of one collection within the range, in the range's direction, until the visitor says stop or
     * the range ends. What one call visits never mixes the two sides of a commit to this one collection and tree.
     */
    void slice(Tree tree, byte[] collection, Range range, Consistency consistency, EntryVisitor visitor);

    /**
     * Visits all entries whose collection's {@link Token} lies in the range, in order of (token, collection, position),
     * starting behind {@code after} where given. Entries that are there during the whole scan are visited exactly once.
     *
     * @param after resume behind this key, which need not exist any more; null from the start
     */
    void scan(Tree tree, TokenRange tokens, @Nullable EntryKey after, Consistency consistency, EntryVisitor visitor);

    /**
     * Checks all expectations and applies all changes, atomically and durably, or applies none. The derived changes take
     * effect once, in commit order per collection: with the commit itself where the engine has {@link
     * Capability#DERIVED_IN_COMMIT}, else afterwards.
     *
     * <p>Guarantees: serializable with every other commit and strong get. When it returns {@link
     * CommitResult.Committed} the changes are as durable as the engine was configured to make them.
     */
    CommitResult commit(Commit commit);

    /** How many entries and bytes the tree holds, as the sum of the {@link Growth} of its commits. */
    Size size(Tree tree);

    /** The same for one collection, as far as commits counted it by {@link Growth#collection()}; zero if never counted. */
    Size size(Tree tree, byte[] collection);

    /**
     * Writes a consistent copy of everything to a folder that does not exist yet, from which the engine can be opened.
     *
     * @throws UnsupportedOperationException if the engine lacks {@link Capability#CHECKPOINT}
     */
    void checkpoint(Path folder);

    /**
     * What the engine holds at one moment between two commits, in time that does not depend on how much that is.
     *
     * @throws UnsupportedOperationException if the engine lacks {@link Capability#SNAPSHOT}
     */
    default Snapshot snapshot() {
        throw new UnsupportedOperationException("this engine has no snapshots");
    }

    /**
     * Ends all earlier epochs of the tree's id: when this returns, no commit with an older {@link View} of it is applied any
     * more, and those that were are seen by every strong read from then on. Takes time for each collection. For engines with
     * {@link Capability#SHARED}; a process that is alone has nobody to keep out.
     */
    default void fence(Tree tree, long epoch) {}

    /**
     * Says that this process is there, so that {@link #processes} of others counts it for at least the next four seconds. For
     * engines with {@link Capability#SHARED}.
     *
     * @throws StorageException.Unavailable if it could not be said
     */
    default void attend() {}

    /** How many processes use the storage now, this one included: all that have attended lately. */
    default int processes() {
        return 1;
    }

    @Override
    void close();
}
