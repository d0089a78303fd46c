import sharp from 'sharp';

/** A picture as a file for an upload. */
export async function pictureNamed(
  name: string,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const create = { width: 800, height: 600, channels: 3, background: '#336699' } as const;
  return { name, mimeType: 'image/jpeg', buffer: await sharp({ create }).jpeg().toBuffer() };
}
