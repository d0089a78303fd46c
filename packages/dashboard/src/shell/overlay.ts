/** The dialogs that every screen can open. */
export type Overlay = 'search' | 'shortcuts' | 'sign-out';
