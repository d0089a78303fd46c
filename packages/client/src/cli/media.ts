import path from 'node:path';
import type { Command } from 'commander';
import { callOf, type Call, type Session } from './call.js';
import { CommandFailed, exitCodes } from './failures.js';
import { withIdempotencyKey, type IdempotentOptions } from './parse.js';
import { createProgressBar } from './progress-bar.js';
import { table } from './print.js';
import { uploadFile, type Media } from './upload.js';
import { chooseWorkspace } from './workspaces.js';

interface UploadCommandOptions extends IdempotentOptions {
  alt?: string;
  resume?: string;
  workspace?: string;
}

/** Adds the commands for the media library. */
export function addMedia(program: Command, session: Session): void {
  const media = program
    .command('media')
    .description('Uploads images, videos and other files to the media library.');
  const upload = media
    .command('upload')
    .description('Uploads files, and prints the ids with which posts name them.')
    .argument('<file...>', 'images, videos, PDFs or subtitles')
    .option('--alt <text>', 'describes the image to people who cannot see it')
    .option('--workspace <id>', 'the workspace, if there is more than one')
    .option('--resume <media id>', 'go on with an upload of this file that was interrupted');
  withIdempotencyKey(upload).action(
    async (files: string[], options: UploadCommandOptions, command: Command) => {
      if (files.length > 1) requireOneFile(options);
      await uploadAll(callOf(session, command), files, options);
    },
  );
}

function requireOneFile({ alt, resume, idempotencyKey }: UploadCommandOptions): void {
  if ([alt, resume, idempotencyKey].every((value) => value === undefined)) return;
  throw new CommandFailed('--alt, --resume and --idempotency-key are for one file.', exitCodes.usage);
}

/** Prints the result when all files have arrived, or what has arrived before one failed. */
async function uploadAll(call: Call, files: readonly string[], options: UploadCommandOptions): Promise<void> {
  const { client } = call.connect();
  const { alt, resume, workspace, idempotencyKey } = options;
  let chosen: Promise<string> | undefined;
  const workspaceId = (): Promise<string> => (chosen ??= chooseWorkspace(client, workspace));
  const data: Media[] = [];
  try {
    for (const file of files) {
      const bar = createProgressBar(call.surroundings.stderr, path.basename(file));
      const sending = uploadFile(client, file, {
        clock: call.surroundings.clock,
        workspaceId,
        onProgress: bar.show,
        onParts: (mediaId) => {
          call.printer.note(
            `Uploading ${file} as ${mediaId}. After an interruption, add --resume ${mediaId}.`,
          );
        },
        ...(alt !== undefined && { altText: alt }),
        ...(resume !== undefined && { resumeId: resume }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      });
      data.push(await sending.finally(bar.clear));
    }
  } finally {
    if (data.length > 0) call.printer.result({ data }, table(data.map(row)));
  }
}

const row = ({ id, mime, sizeBytes, originalFilename }: Media): string[] => [
  id,
  mime ?? '-',
  `${sizeBytes} bytes`,
  originalFilename ?? '',
];
