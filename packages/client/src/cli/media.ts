import path from 'node:path';
import type { Command } from 'commander';
import { callOf, type Call, type Session } from './call.js';
import { isPunctualError } from '../errors.js';
import { uploadMedia, type Media } from '../upload.js';
import { UploadError } from '../upload-error.js';
import { CommandFailed, exitCodes, failureOf } from './failures.js';
import { withIdempotencyKey, type IdempotentOptions } from './parse.js';
import { createProgressBar } from './progress-bar.js';
import { table } from './print.js';
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

/** A file that did not arrive, and why: for programs, with the whole body of the server's response. */
type Failed = { file: string } & Record<string, unknown>;

/** Uploads one file after the other, and says for each whether it has arrived. */
async function uploadAll(call: Call, files: readonly string[], options: UploadCommandOptions): Promise<void> {
  const { client } = call.connect();
  const { alt, resume, workspace, idempotencyKey } = options;
  const workspaceId = resume === undefined ? await chooseWorkspace(client, workspace) : '';
  const data: (Media & { file: string })[] = [];
  const failed: Failed[] = [];
  for (const file of files) {
    const bar = createProgressBar(call.surroundings.stderr, path.basename(file));
    try {
      const sending = uploadMedia(client, file, {
        clock: call.surroundings.clock,
        workspaceId,
        onProgress: bar.show,
        onBegin: (mediaId, { inParts }) => {
          if (!inParts) return;
          call.printer.note(
            `Uploading ${file} as ${mediaId}. After an interruption, add --resume ${mediaId}.`,
          );
        },
        ...(alt !== undefined && { altText: alt }),
        ...(resume !== undefined && { resumeId: resume }),
        ...(idempotencyKey !== undefined && { idempotencyKey }),
      });
      data.push({ file, ...(await sending.finally(bar.clear)) });
    } catch (error) {
      const { exitCode, lines, json } = failureOf(error);
      failed.push({ file, ...json });
      const words = lines.map((line) => line.replace(/^Error: /, `Error: ${file}: `));
      for (const line of call.printer.isJson ? [JSON.stringify({ file, ...json })] : words)
        call.printer.note(line);
      if (data.length === 0 && failed.length === 1) call.endWith(exitCode);
      if (!isAboutFile(error)) break;
    }
  }
  const untried = files.slice(data.length + failed.length);
  for (const file of untried) failed.push({ file, message: 'Not tried.' });
  if (untried.length > 0 && !call.printer.isJson) call.printer.note(`Not tried: ${untried.join(', ')}`);
  if (data.length > 0) call.endWith(failed.length > 0 ? exitCodes.failed : exitCodes.done);
  if (data.length > 0 || call.printer.isJson)
    call.printer.result({ data, ...(failed.length > 0 && { failed }) }, table(data.map(row)));
}

/** Whether another file may still arrive after this error, because the server can be reached and grants access. */
function isAboutFile(error: unknown): boolean {
  if (isPunctualError(error)) return error.statusCode !== 401 && error.statusCode !== 429;
  return error instanceof UploadError;
}

const row = ({ id, mime, sizeBytes, originalFilename }: Media): string[] => [
  id,
  mime ?? '-',
  `${sizeBytes} bytes`,
  originalFilename ?? '',
];
