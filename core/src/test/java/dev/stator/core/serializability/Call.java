package dev.stator.core.serializability;

import java.util.List;
import java.util.Map;

/**
 * One call of a client as it saw it. Every key holds a list to which numbers are appended, each number once in a history.
 *
 * @param start   when the call began, on a clock that never shows the same time twice
 * @param end     when it was answered
 * @param reads   the lists that it saw, by key; a call that appends too saw them as they were before
 * @param appends what it appended, by key
 */
record Call(long start, long end, Map<String, List<Integer>> reads, Map<String, Integer> appends) {}
