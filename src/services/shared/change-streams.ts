import type { Change } from '../../domain/change-streams.js';

/** Receives what a stream reports. Each message has the position from which a later stream can continue. */
export interface ChangeSink {
  changed: (changes: readonly Change[], position: string) => void;
  /** Called if anything may have changed. */
  reset: (position: string) => void;
  /** Called if nothing has changed, to keep the connection open. */
  beat: (position: string) => void;
  end: () => void;
}

export interface OpenStream {
  sessionId: string;
  /** The position up to which an earlier stream has reported everything. Absent: the stream begins now. */
  after?: string;
  sink: ChangeSink;
}

/** The streams of changes of one process, which share one reader of the database. */
export interface ChangeStreams {
  /** Resolves when the stream is open, and returns the function that closes it. */
  open: (stream: OpenStream) => Promise<() => void>;
  /** Ends all streams and refuses new ones. */
  close: () => void;
}
