export const workspaceNameCharsMax = 100;
export const slugCharsMax = 63;
/** Allows lower-case letters, digits and single hyphens between them, which are valid in every host name and path. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const slugMessage =
  'Must consist of lower-case letters from a to z and digits, with single hyphens between them, such as my-team.';
export const invitationMsMax = 7 * 24 * 60 * 60 * 1000;
/** The number of members and open invitations together. */
export const membersPerWorkspaceMax = 500;
export const apiKeyNameCharsMax = 100;
/** The number of API keys of one user. Revoked keys do not count. */
export const apiKeysPerUserMax = 100;
export const apiKeyWorkspacesMax = 100;
export const apiKeyDaysMax = 3_650;

/** Makes a slug from a name: removes accents and replaces everything else by hyphens. Empty if nothing is left. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugCharsMax)
    .replaceAll(/^-+|-+$/g, '');
}
