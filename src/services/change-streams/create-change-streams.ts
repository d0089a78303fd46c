import {
  changePollMs,
  streamHeartbeatMs,
  streamMsMax,
  streamsPerProcessMax,
  streamsPerSessionMax,
} from '../../domain/change-streams.js';
import { AppError } from '../../domain/errors.js';
import { readReaches } from '../sessions/read-reaches.js';
import type { ChangeStreams, OpenStream } from '../shared/change-streams.js';
import type { Reach, ServiceDeps } from '../shared/context.js';
import { turnRefused } from '../shared/limits/turn-refused.js';
import { openChangeLog, type ChangeLog, type Found } from './internal/change-log.js';

interface Stream extends OpenStream {
  endsAtMs: number;
  beatAtMs: number;
}

const ofSession = { policy: 'streams', limit: streamsPerSessionMax, retryAfterMs: 5_000 } as const;

type StreamDeps = Pick<ServiceDeps, 'db' | 'clock' | 'log'>;

/**
 * Creates the streams of one process. While one is open, a single reader asks the database once a second what has
 * changed, and tells each stream what its session may see at that moment. It needs no connection of its own, so it also
 * works behind a pooler.
 */
export const createChangeStreams = (deps: StreamDeps): ChangeStreams => new Streams(deps);

class Streams implements ChangeStreams {
  readonly #deps: StreamDeps;
  /** All streams, and those that have reported everything from before they began. */
  readonly #held = new Set<Stream>();
  readonly #live = new Set<Stream>();
  #log: ChangeLog | undefined;
  /** Whether all streams must be told that anything may have changed. */
  #owesReset = false;
  #isFailing = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: StreamDeps) {
    this.#deps = deps;
  }

  async open(opened: OpenStream): Promise<() => void> {
    if (this.#isClosed || this.#held.size >= streamsPerProcessMax) throw noRoom();
    const ofSame = [...this.#held].filter(({ sessionId }) => sessionId === opened.sessionId);
    if (ofSame.length >= streamsPerSessionMax) throw turnRefused(ofSession, tooMany);
    // Spread, so that streams that were opened together do not return together.
    const lifeMs = streamMsMax * (0.9 + 0.1 * Math.random());
    const stream = { ...opened, endsAtMs: this.#nowMs() + lifeMs, beatAtMs: this.#nowMs() };
    this.#held.add(stream);
    try {
      await this.#inTurn(() => this.#begin(stream));
    } catch (error) {
      this.#remove(stream);
      throw error;
    }
    this.#schedule();
    return () => this.#remove(stream);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const stream of this.#held) this.#end(stream);
  }

  #nowMs(): number {
    return this.#deps.clock.now().getTime();
  }

  /** Reads one after the other, so that a stream misses nothing that happens while it is opened. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work, work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #begin(stream: Stream): Promise<void> {
    // Reports to the other streams what happened before this one was opened.
    const log = await this.#advance();
    const { after, sessionId } = stream;
    const found = after === undefined ? { changes: [], isReset: false } : await log.after(after);
    const reach = (await readReaches(this.#deps, [sessionId])).get(sessionId);
    if (!this.#held.has(stream)) return;
    if (reach === undefined) {
      this.#end(stream);
      return;
    }
    this.#live.add(stream);
    // The first message contains the changes that were missed, because a client continues after the last id that it has
    // read.
    stream.beatAtMs = this.#nowMs();
    this.#tellOne(stream, found, reach, log.position());
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      void this.#inTurn(() => this.#poll()).then(() => {
        this.#timer = undefined;
        if (this.#held.size > 0) this.#schedule();
      });
    }, changePollMs).unref();
  }

  async #poll(): Promise<void> {
    if (this.#held.size === 0) {
      this.#log = undefined;
      this.#owesReset = false;
      return;
    }
    await this.#advance().catch((error: unknown) => {
      if (!this.#isFailing) this.#deps.log.warn({ err: error }, 'changes cannot be read; the streams wait');
      this.#isFailing = true;
    });
  }

  /**
   * Reads new changes and reports them. After a failure, it is unknown which ones were read, so all streams get a
   * reset.
   */
  async #advance(): Promise<ChangeLog> {
    try {
      const log = (this.#log ??= await openChangeLog(this.#deps));
      const { changes, isReset } = await log.next();
      await this.#tell(log, { changes, isReset: isReset || this.#owesReset });
      this.#owesReset = this.#isFailing = false;
      return log;
    } catch (error) {
      this.#log = undefined;
      this.#owesReset = true;
      throw error;
    }
  }

  async #tell(log: ChangeLog, found: Found): Promise<void> {
    const isNews = found.isReset || found.changes.length > 0;
    const due = [...this.#live].filter(({ beatAtMs }) => isNews || beatAtMs <= this.#nowMs());
    if (due.length === 0) return;
    const sessionIds = [...new Set(due.map(({ sessionId }) => sessionId))];
    const reaches = await readReaches(this.#deps, sessionIds);
    for (const stream of due) {
      const reach = reaches.get(stream.sessionId);
      if (reach === undefined || stream.endsAtMs <= this.#nowMs()) this.#end(stream);
      else this.#tellOne(stream, found, reach, log.position());
    }
  }

  #tellOne(stream: Stream, { changes, isReset }: Found, reach: Reach, position: string): void {
    const seen = changes.filter(({ workspaceId }) => reach.roleByWorkspace.has(workspaceId));
    if (!isReset && seen.length === 0 && stream.beatAtMs > this.#nowMs()) return;
    stream.beatAtMs = this.#nowMs() + streamHeartbeatMs;
    if (isReset) stream.sink.reset(position);
    else if (seen.length > 0) stream.sink.changed(seen, position);
    else stream.sink.beat(position);
  }

  #remove(stream: Stream): void {
    this.#held.delete(stream);
    this.#live.delete(stream);
  }

  #end(stream: Stream): void {
    this.#remove(stream);
    stream.sink.end();
  }
}

const tooMany = 'This session has too many open streams. Close one of them.';

const noRoom = (): AppError<'RETRY'> =>
  new AppError('RETRY', 'This process takes no further stream now. Try again.', { retryAfterMs: 1_000 });
