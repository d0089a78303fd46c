import { useCallback, useMemo, useState } from 'react';
import { isPartlyPublic } from '../../lib/partly-public.js';
import { useMediaOf } from './api.js';
import type { ComposerProps } from './composer-props.js';
import { usedMedia, type Draft } from './draft.js';
import { besideCounter, type PlacedFinding } from './findings.js';
import type { Form, Spot } from './form.js';
import { useFindings } from './use-findings.js';
import { useTimed } from './use-suggested-time.js';

/** The state of the form, with the findings of the service about it. `goTo` moves the focus to a field. */
export function useForm(
  { initial, base, accounts, platforms }: ComposerProps,
  goTo: (spot: Spot, draft: Draft) => void,
) {
  const [draft, setDraft] = useState(initial);
  // The errors of a refused request are shown only until the next edit. Then the live validation replaces them.
  const [refusal, setRefusal] = useState<{ of: Draft; findings: PlacedFinding[] } | null>(null);
  const media = useMediaOf([...usedMedia(draft)]);
  const states = [...media.values()].map(({ id, status }) => `${id} ${status}`).join();
  const suggested = useTimed(draft);
  const timed = base !== null && isPartlyPublic(base) ? draft : suggested;
  const checked = useFindings(timed, states, { isNew: base === null });
  const refused = refusal?.of === draft ? refusal.findings : [];
  const uploads = useUploadCount();
  const form: Form = {
    ...uploads,
    draft,
    update: setDraft,
    accounts: useById(accounts, 'id'),
    platforms: useById(platforms, 'platform'),
    media,
    findings: merged(refused, checked.list).map((found) => besideCounter(found, draft)),
    costs: checked.costs,
    goTo: (spot) => goTo(spot, draft),
  };
  return {
    form,
    /** The draft with the time at which Schedule would plan it. */
    timed,
    checked,
    noteRefusal: (findings: PlacedFinding[], of: Draft): void => setRefusal({ of, findings }),
  };
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
