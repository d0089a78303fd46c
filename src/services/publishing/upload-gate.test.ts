import { describe, expect, it } from 'vitest';
import { createUploadGate, longUploadBytesMin } from './upload-gate.js';

const long = (workspaceId: string) => ({ workspaceId, bytes: longUploadBytesMin });

describe('the gate of uploads', () => {
  it('lets a workspace have only so many long ones, and others theirs', () => {
    const gate = createUploadGate({ longMax: 3, longPerWorkspaceMax: 2 });
    const leave = gate.enter(long('one'));
    expect(gate.enter(long('one'))).toBeDefined();
    expect(gate.enter(long('one'))).toBeUndefined();
    expect(gate.enter(long('two'))).toBeDefined();
    expect(gate.enter(long('two'))).toBeUndefined();
    leave?.();
    expect(gate.enter(long('two'))).toBeDefined();
  });

  it('never has a short one wait', () => {
    const gate = createUploadGate({ longMax: 0, longPerWorkspaceMax: 0 });
    expect(gate.enter({ workspaceId: 'one', bytes: longUploadBytesMin - 1 })).toBeDefined();
    expect(gate.enter(long('one'))).toBeUndefined();
  });
});
