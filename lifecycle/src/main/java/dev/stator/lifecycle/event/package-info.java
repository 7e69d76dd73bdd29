/** What happens to items, told to those who want to know; {@link dev.stator.lifecycle.event.EventFeed} is the entry class. */
@NullMarked
package dev.stator.lifecycle.event;

import org.jspecify.annotations.NullMarked;
