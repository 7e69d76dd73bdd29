package dev.stator.core;

import dev.stator.storage.Capability;
import dev.stator.storage.Commit;
import dev.stator.storage.CommitResult;
import dev.stator.storage.Consistency;
import dev.stator.storage.Engine;
import dev.stator.storage.Entry;
import dev.stator.storage.EntryKey;
import dev.stator.storage.EntryVisitor;
import dev.stator.storage.Range;
import dev.stator.storage.Size;
import dev.stator.storage.TokenRange;
import dev.stator.storage.Tree;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Does what another engine does; a test overrides what shall be different. */
public abstract class ForwardingEngine implements Engine {
    private final Engine engine;

    protected ForwardingEngine(Engine engine) {
        this.engine = engine;
    }

    @Override
    public CommitResult commit(Commit commit) {
        return engine.commit(commit);
    }

    @Override
    public Set<Capability> capabilities() {
        return engine.capabilities();
    }

    @Override
    public void create(Tree tree) {
        engine.create(tree);
    }

    @Override
    public void drop(Tree tree) {
        engine.drop(tree);
    }

    @Override
    public @Nullable Entry get(Tree tree, byte[] collection, byte[] position, Consistency consistency) {
        return engine.get(tree, collection, position, consistency);
    }

    @Override
    public void slice(Tree tree, byte[] collection, Range range, Consistency consistency, EntryVisitor visitor) {
        engine.slice(tree, collection, range, consistency, visitor);
    }

    @Override
    public void scan(
            Tree tree, TokenRange tokens, @Nullable EntryKey after, Consistency consistency, EntryVisitor visitor) {
        engine.scan(tree, tokens, after, consistency, visitor);
    }

    @Override
    public Size size(Tree tree) {
        return engine.size(tree);
    }

    @Override
    public Size size(Tree tree, byte[] collection) {
        return engine.size(tree, collection);
    }

    @Override
    public void checkpoint(Path folder) {
        engine.checkpoint(folder);
    }

    @Override
    public void close() {
        engine.close();
    }
}
