/** A new endpoint, with the secret that signs its deliveries. */
export interface OpenedEndpoint {
  id: string;
  secret: string;
}

export interface EndpointInput {
  url: string;
  /** The event types. Null: the default types. */
  events: string[] | null;
  description: string;
}

/** An event as it was or will be sent, with the bytes of its body. */
export interface ReceivedEvent {
  id: string;
  body: string;
}

/** Defines where `webhooks listen` creates its endpoint and removes it in the end. */
export interface EndpointDesk {
  create: (input: EndpointInput) => Promise<OpenedEndpoint>;
  remove: (endpointId: string) => Promise<void>;
  /** Ends whatever was opened with the desk, such as a session. */
  close: () => Promise<void>;
  /**
   * Reads the events of an endpoint from a server that cannot send them to this machine. Null if this is not possible.
   */
  pull: EndpointPull | null;
}

export interface EndpointPull {
  /** A URL that the server accepts, for an endpoint that never receives a request. */
  placeholderUrl: () => string;
  disable: (endpointId: string) => Promise<void>;
  /** Passes on each new event, the oldest first, until the signal is aborted. */
  follow: (endpointId: string, follower: Follower, signal: AbortSignal) => Promise<void>;
}

export interface Follower {
  onEvent: (event: ReceivedEvent) => Promise<void>;
  /** Called if more than this number of events came at once, so that the earlier ones are skipped. */
  onSkip: (readMax: number) => void;
}
