package org.reprise.content.cache;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.reprise.content.store.StoredContent;

/**
 * Native memory in frames of equal size, allocated in slabs. The lock of the cache guards it; the
 * memory of a frame belongs to whoever has taken it.
 */
final class Frames {
  static final int FRAME_BYTES = StoredContent.ALIGNMENT;
  static final int SLAB_BYTES = 1024 * 1024;
  private static final int FRAMES_OF_SLAB = SLAB_BYTES / FRAME_BYTES;

  private final List<Slab> slabs = new ArrayList<>();
  private final Deque<Frame> free = new ArrayDeque<>();
  private int used;

  static final class Slab {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private int used;
    private boolean isRetired;

    Slab() {
      memory = arena.allocate(SLAB_BYTES, FRAME_BYTES);
    }

    private void closeIfUnused() {
      if (isRetired && used == 0) {
        arena.close();
      }
    }
  }

  record Frame(Slab slab, int offset) {
    ByteBuffer buffer() {
      return slab.memory.asSlice(offset, FRAME_BYTES).asByteBuffer();
    }

    void copy(int from, ByteBuffer target, int bytes) {
      MemorySegment.copy(
          slab.memory, (long) offset + from, MemorySegment.ofBuffer(target), 0, bytes);
      target.position(target.position() + bytes);
    }
  }

  int slabs() {
    return slabs.size();
  }

  /** Returns how many frames are taken, those of retired slabs with them. */
  int used() {
    return used;
  }

  int free() {
    return free.size();
  }

  void add(List<Slab> more) {
    slabs.addAll(more);
    for (Slab slab : more) {
      for (int frame = 0; frame < FRAMES_OF_SLAB; frame++) {
        free.addLast(new Frame(slab, frame * FRAME_BYTES));
      }
    }
  }

  /** Takes slabs out of use; each is freed when none of its frames is taken any more. */
  Set<Slab> retire(int count) {
    List<Slab> last = slabs.subList(slabs.size() - count, slabs.size());
    Set<Slab> retired = new HashSet<>(last);
    last.clear();
    free.removeIf(frame -> retired.contains(frame.slab()));
    for (Slab slab : retired) {
      slab.isRetired = true;
      slab.closeIfUnused();
    }
    return retired;
  }

  Frame[] take(int count) {
    Frame[] taken = new Frame[count];
    for (int i = 0; i < count; i++) {
      taken[i] = free.removeFirst();
      taken[i].slab().used++;
    }
    used += count;
    return taken;
  }

  void giveBack(Frame[] taken) {
    used -= taken.length;
    for (Frame frame : taken) {
      Slab slab = frame.slab();
      slab.used--;
      if (slab.isRetired) {
        slab.closeIfUnused();
      } else {
        free.addFirst(frame);
      }
    }
  }
}
