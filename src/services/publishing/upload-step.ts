import type { JsonObject } from '../../domain/json.js';
import type { CommitInput, StepResult, UploadResult } from '../../domain/workflow-contract.js';
import type { ServiceDeps } from '../shared/context.js';
import type { TimelineEntry } from '../timeline/record.js';
import { stopBeforeCall } from './internal/failure.js';
import { saveState } from './internal/fence.js';
import { loadsMax, loadStep } from './internal/load-step.js';
import type { UploadGate } from './upload-gate.js';
import type { LoadedPublication } from './internal/publication.js';

/** The parts of the worker process that an upload uses: slots, a callback for progress, and a signal to stop. */
export interface UploadWatch {
  gate: UploadGate;
  progress: (sentBytes: number, totalBytes: number) => void;
  signal: AbortSignal;
}

/** The run may not continue with this target: it was canceled, or another run owns it. */
class NotOursError extends Error {
  override readonly name = 'NotOursError';
}

/**
 * Uploads a target's media to its platform. None of it is public, so any worker may repeat it at any time. The
 * progress is stored in the target's row, and the next try resumes from there.
 */
export async function uploadStep(
  deps: ServiceDeps,
  input: CommitInput,
  watch: UploadWatch,
): Promise<UploadResult> {
  for (let loads = 1; loads <= loadsMax; loads += 1) {
    const result = await uploadOnce(deps, input, watch);
    if (result.kind !== 'STALE') return result;
  }
  return { kind: 'NOT_SENT' };
}

async function uploadOnce(
  deps: ServiceDeps,
  input: CommitInput,
  watch: UploadWatch,
): Promise<UploadResult | { kind: 'STALE' }> {
  const loaded = await loadStep(deps, input, { signal: watch.signal });
  if ('result' in loaded) return orUploaded(loaded.result);
  const bytes = loaded.publication.media.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const entered = watch.gate.enter({ workspaceId: loaded.post.workspaceId, bytes });
  if ('waitMs' in entered) {
    const waitMs = Math.round(entered.waitMs);
    return { kind: 'NOT_DUE', untilMs: input.nowMs + waitMs, waitMs };
  }
  try {
    return await upload(deps, input, loaded, watch);
  } catch (error) {
    if (error instanceof NotOursError) return { kind: 'CLOSED' };
    throw error;
  } finally {
    entered.leave();
  }
}

/**
 * Treats a due look-up as an upload that is done: uploading now could replace state that the look-up needs. The commit
 * step then requests the look-up.
 */
function orUploaded(result: StepResult): UploadResult {
  return result.kind === 'AMBIGUOUS' || result.kind === 'PUBLISHED' ? { kind: 'UPLOADED' } : result;
}

async function upload(
  deps: ServiceDeps,
  input: CommitInput,
  loaded: LoadedPublication,
  { progress, signal }: UploadWatch,
): Promise<UploadResult | { kind: 'STALE' }> {
  const { platform, session, publication, state, lastNumber } = loaded;
  const { media } = publication;
  const save = async (next: JsonObject | null, entries: TimelineEntry[]): Promise<void> => {
    if (!(await saveState(deps, input, lastNumber, next, entries))) throw new NotOursError();
  };
  const totalBytes = media.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const about = { mediaCount: media.length, bytes: totalBytes };
  await save(state, [{ kind: 'UPLOAD_STARTED', targetId: input.targetId, detail: about }]);
  const sent: { bytes: number; firstBytes: number | null } = { bytes: 0, firstBytes: null };
  const answer = await platform.uploadMedia(session, publication, state, {
    save: (next) => save(next, []),
    progress: (bytes) => {
      sent.firstBytes ??= bytes;
      sent.bytes = bytes;
      progress(bytes, totalBytes);
    },
    signal,
  });
  if (answer.kind === 'uploaded') {
    const detail = { ...about, resumedAtBytes: sent.firstBytes ?? 0 };
    await save(answer.state, [{ kind: 'UPLOADED', targetId: input.targetId, detail }]);
    return { kind: 'UPLOADED' };
  }
  // The reason of the abort is thrown, because the platform's error about an aborted upload would only mislead.
  signal.throwIfAborted();
  deps.log.info(
    { targetId: input.targetId, sentBytes: sent.bytes, totalBytes, answer: answer.kind },
    'an upload stopped',
  );
  // The connector has already removed the unusable part from the saved state; the rest is still valid.
  if (answer.kind === 'upload-again') return { kind: 'UPLOAD_AGAIN' };
  return stopBeforeCall(deps, input, loaded, answer);
}
