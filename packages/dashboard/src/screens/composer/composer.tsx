import { useCallback, useEffect, useMemo, useState } from 'react';
import { announce } from '../../lib/announce.js';
import { isPartlyPublic } from '../../lib/partly-public.js';
import { ErrorNote } from '../../ui/error-state.js';
import { AccountsField } from './accounts-field.js';
import { Actions } from './actions.js';
import { useMediaOf, type Account, type PlatformInfo, type Post } from './api.js';
import { CaptionField } from './caption-field.js';
import { ConflictDialog } from './conflict-dialog.js';
import type { Draft } from './draft.js';
import { besideCounter, summaryOf, type PlacedFinding } from './findings.js';
import type { Form } from './form.js';
import { MediaEditor } from './media-editor.js';
import { Said } from './said.js';
import { saidOf } from './form.js';
import { ScheduleFields } from './schedule-fields.js';
import { SendingNote } from './sending-note.js';
import type { Sent } from './sent.js';
import { TargetPreview } from './target-preview.js';
import { TargetSection } from './target-section.js';
import { useFindings } from './use-findings.js';
import { useKept } from './use-kept.js';
import { useSending } from './use-sending.js';

export interface ComposerProps {
  initial: Draft;
  /** The post to edit; null for a new one. */
  base: Post | null;
  /** Returns the name under which the browser stores the unsent draft. */
  keptAs: (referenceId: string) => string;
  /** Versions that were sent before the page was reloaded, without getting a response. */
  sent: readonly Sent[];
  accounts: readonly Account[];
  platforms: readonly PlatformInfo[];
  onDone: (post: Post, retriedOn: readonly string[]) => void;
  /** Called when the user chooses the stored version, which discards the form. */
  onTheirs: (post: Post) => void;
}

/** The form for a post, with the findings of the service and a preview. */
export function Composer(props: ComposerProps) {
  const { initial, base } = props;
  const [draft, setDraft] = useState(initial);
  // The errors of a refused request are shown only until the next edit. Then the live validation replaces them.
  const [refusal, setRefusal] = useState<{ of: Draft; findings: PlacedFinding[] } | null>(null);
  const kept = useKept(props, draft);
  const media = useMediaOf([...draft.mediaIds, ...draft.targets.flatMap(({ mediaIds }) => mediaIds ?? [])]);
  const states = [...media.values()].map(({ id, status }) => `${id} ${status}`).join();
  const checked = useFindings(draft, states, { isNew: base === null });
  const refused = refusal?.of === draft ? refusal.findings : [];
  const uploads = useUploadCount();
  const form: Form = {
    ...uploads,
    draft,
    update: setDraft,
    accounts: useById(props.accounts, 'id'),
    platforms: useById(props.platforms, 'platform'),
    media,
    findings: merged(refused, checked.list).map((found) => besideCounter(found, draft)),
  };
  const isRest = base !== null && isPartlyPublic(base);
  const sending = useSending(props, form, kept, (findings) => {
    setRefusal({ of: draft, findings });
  });
  return (
    <form
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="flex min-w-0 flex-col gap-6">
        {/* The fields are disabled during a save, because edits would be lost. */}
        <fieldset disabled={sending.running !== null} className="contents">
          {isRest ? <FailedFields form={form} /> : <Fields form={form} />}
        </fieldset>
        <div className="flex flex-col gap-2">
          <Summary form={form} isChecking={checked.isChecking} error={checked.error} />
          <SendingNote
            error={sending.error}
            fields={isRest ? [] : 'all'}
            onSeparate={sending.saveSeparately}
          />
          <Actions form={form} base={base} sending={sending.running} onSend={sending.send} />
        </div>
      </div>
      <Previews form={form} />
      {sending.conflict !== null && (
        <ConflictDialog
          form={form}
          conflict={sending.conflict}
          busy={sending.running !== null}
          onMine={sending.saveMine}
          onSeparate={sending.saveSeparately}
          onTheirs={sending.takeTheirs}
          onClose={sending.closeConflict}
        />
      )}
    </form>
  );
}

function useUploadCount(): Pick<Form, 'uploading' | 'noteUploads'> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const noteUploads = useCallback((editor: string, count: number): void => {
    setCounts((current) => new Map(current).set(editor, count));
  }, []);
  return { uploading: [...counts.values()].reduce((sum, count) => sum + count, 0), noteUploads };
}

/** Combines the errors of a refused request and the live findings, without duplicates. */
const merged = (refused: readonly PlacedFinding[], checked: readonly PlacedFinding[]): PlacedFinding[] => [
  ...refused,
  ...checked.filter((found) => !refused.some((other) => isSame(found, other))),
];

const isSame = (a: PlacedFinding, b: PlacedFinding): boolean =>
  a.code === b.code && a.place === b.place && a.accountId === b.accountId && a.detail === b.detail;

function useById<Row, Key extends keyof Row>(rows: readonly Row[], key: Key): ReadonlyMap<Row[Key], Row> {
  return useMemo(() => new Map(rows.map((row) => [row[key], row])), [rows, key]);
}

function Fields({ form }: { form: Form }) {
  return (
    <>
      <AccountsField form={form} />
      <CaptionField form={form} />
      <section aria-labelledby="composer-media" className="flex flex-col gap-2">
        <h2 id="composer-media" className="text-lg font-semibold">
          Media
        </h2>
        <MediaEditor
          form={form}
          title="Images and videos"
          ids={form.draft.mediaIds}
          onIds={(change) => form.update((draft) => ({ ...draft, mediaIds: change(draft.mediaIds) }))}
        />
      </section>
      {form.draft.targets.length > 0 && (
        <section aria-labelledby="composer-targets" className="flex flex-col gap-2">
          <h2 id="composer-targets" className="text-lg font-semibold">
            Customize by account
          </h2>
          {form.draft.targets.map((target) => (
            <TargetSection key={target.accountId} form={form} target={target} />
          ))}
        </section>
      )}
      <ScheduleFields form={form} />
    </>
  );
}

/** Fields for the failed targets of a partly public post. Nothing else of it can still change. */
function FailedFields({ form }: { form: Form }) {
  return (
    <section aria-labelledby="composer-targets" className="flex flex-col gap-2">
      <h2 id="composer-targets" className="text-lg font-semibold">
        Failed accounts
      </h2>
      <p className="text-muted">
        Some accounts have already published this post. Your changes affect only the accounts below.
      </p>
      {form.draft.targets.map((target) => (
        <TargetSection key={target.accountId} form={form} target={target} opened />
      ))}
    </section>
  );
}

/** Shows the result of the validation and announces changes of it. */
function Summary({ form, isChecking, error }: { form: Form; isChecking: boolean; error: unknown }) {
  const summary = summaryOf(form.findings);
  const isAsked = form.draft.targets.length > 0;
  useEffect(() => {
    if (isAsked && !isChecking) announce(summary);
  }, [isAsked, isChecking, summary]);
  if (!isAsked) return null;
  return (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">
        {isChecking
          ? 'Checking …'
          : error === null
            ? `Checked: ${summary.toLowerCase()}.`
            : 'This could not be checked.'}
      </p>
      <Said {...saidOf(form, 'other')} />
      <ErrorNote error={error} />
    </div>
  );
}

function Previews({ form }: { form: Form }) {
  return (
    <section aria-labelledby="composer-previews" className="flex min-w-0 flex-col gap-3 lg:sticky lg:top-4">
      <h2 id="composer-previews" className="text-lg font-semibold">
        Previews
      </h2>
      {form.draft.targets.length === 0 && <p className="text-muted">Select an account to see a preview.</p>}
      {form.draft.targets.map((target) => (
        <TargetPreview key={target.accountId} form={form} target={target} />
      ))}
    </section>
  );
}
