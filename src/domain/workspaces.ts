export const workspaceNameCharsMax = 100;
export const slugCharsMax = 63;
/** Lower case, digits and single hyphens inside: what a host name or a path takes everywhere. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const invitationMsMax = 7 * 24 * 60 * 60 * 1000;
/** Members and open invitations together. */
export const membersPerWorkspaceMax = 500;
export const apiKeyNameCharsMax = 100;
/** Of one user; revoked ones do not count. */
export const apiKeysPerUserMax = 100;
export const apiKeyWorkspacesMax = 100;

/** A slug for a name: its letters without their marks, the rest as hyphens. Empty where nothing is left. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugCharsMax)
    .replaceAll(/^-+|-+$/g, '');
}
