/** Remembers for a moment that a day has plenty of room, so that not every new post counts what the day holds. */
export interface QuotaRooms {
  /** Whether there is room for so many more. If there is, they are counted. */
  take: (day: string, added: number) => boolean;
  /** Records how much room a count has found. */
  found: (day: string, room: { left: number; max: number }) => void;
}

const rememberedMsMax = 60_000;
const daysMax = 10_000;

/**
 * Other processes add posts, too. So a day is remembered only while it is less than half full, and only half of what is
 * left is given out before the next count.
 */
export function createQuotaRooms(monotonicMs: () => number = () => performance.now()): QuotaRooms {
  const rooms = new Map<string, { left: number; untilMs: number }>();
  return {
    take: (day, added) => {
      const room = rooms.get(day);
      if (room === undefined || room.untilMs <= monotonicMs() || room.left < added) return false;
      room.left -= added;
      return true;
    },
    found: (day, { left, max }) => {
      rooms.delete(day);
      if (left < max / 2) return;
      if (rooms.size >= daysMax) rooms.clear();
      rooms.set(day, { left: Math.floor(left / 2), untilMs: monotonicMs() + rememberedMsMax });
    },
  };
}
