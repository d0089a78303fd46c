import { stat } from 'node:fs/promises';

interface RootFault {
  says: string;
  next: string;
}

/**
 * Why this command must not write to the folder for media: as root it would leave files there that the folder's owner
 * cannot change, and it could not tell what the owner may do. Null if it may write.
 */
export async function faultOfRoot(folder: string | null, command: string): Promise<RootFault | null> {
  const owner = await ownerOf(folder);
  if (!isRoot() || owner === null || owner === 0) return null;
  return {
    says: `${folder} belongs to user ${owner}, who could not change what root writes there.`,
    next: `Run this as that user: sudo -u '#${owner}' -EH ${command}`,
  };
}

/** The advice about a folder that root has made. Null if the folder does not belong to root. */
export async function noteOfRoot(folder: string | null): Promise<string | null> {
  if (!isRoot() || (await ownerOf(folder)) !== 0) return null;
  return `It belongs to root. If API and worker run as another user, run chown -R USER ${folder}`;
}

const isRoot = (): boolean => process.getuid?.() === 0;

async function ownerOf(folder: string | null): Promise<number | null> {
  const found = folder === null ? null : await stat(folder).catch(() => null);
  return found?.uid ?? null;
}
