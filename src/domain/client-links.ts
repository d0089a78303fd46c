const dayMs = 24 * 60 * 60 * 1000;

export const clientLinkNameCharsMax = 100;
/** How long a link works: this many days, unless its creator chooses fewer. */
export const clientLinkDaysMax = 30;
/** The number of links of a workspace that are neither revoked nor expired. */
export const clientLinksPerWorkspaceMax = 50;
export const clientCommentCharsMax = 2_000;
/** The number of comments that the holders of all links may write on a post. */
export const clientCommentsPerPostMax = 100;
/** The number of posts that a client decides on in one request. */
export const clientApprovalsAtOnceMax = 50;

export const clientLinkMs = (days: number): number => days * dayMs;
