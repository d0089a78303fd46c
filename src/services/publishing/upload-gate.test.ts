import { describe, expect, it } from 'vitest';
import { createUploadGate, longUploadBytesMin, type UploadGate } from './upload-gate.js';

const long = (workspaceId: string) => ({ workspaceId, bytes: longUploadBytesMin });
const hasPlace = { leave: expect.any(Function) as () => void };

function leaveOf(entered: ReturnType<UploadGate['enter']>): () => void {
  if ('waitMs' in entered) throw new Error('There is no place.');
  return entered.leave;
}

describe('the limit of uploads', () => {
  it('allows a workspace a limited number of long uploads, without limiting others', () => {
    const gate = createUploadGate({ longMax: 3, longPerWorkspaceMax: 2 });
    const leave = leaveOf(gate.enter(long('one')));
    expect(gate.enter(long('one'))).toEqual(hasPlace);
    expect(gate.enter(long('one'))).not.toEqual(hasPlace);
    expect(gate.enter(long('two'))).toEqual(hasPlace);
    expect(gate.enter(long('two'))).not.toEqual(hasPlace);
    leave();
    expect(gate.enter(long('two'))).toEqual(hasPlace);
  });

  it('assigns the uploads of a workspace different times to try again', () => {
    const gate = createUploadGate({ longMax: 0, longPerWorkspaceMax: 0 }, () => 1_000);
    const waits = ['one', 'one', 'one', 'two'].map((workspaceId) => gate.enter(long(workspaceId)));
    expect(waits).toEqual([{ waitMs: 5_000 }, { waitMs: 5_300 }, { waitMs: 5_600 }, { waitMs: 5_000 }]);
  });

  it('never delays a short upload', () => {
    const gate = createUploadGate({ longMax: 0, longPerWorkspaceMax: 0 });
    expect(gate.enter({ workspaceId: 'one', bytes: longUploadBytesMin - 1 })).toEqual(hasPlace);
    expect(gate.enter(long('one'))).not.toEqual(hasPlace);
  });
});
