import { Plus } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { newIdempotencyKey } from '../../api/client.js';
import { announce } from '../../lib/announce.js';
import { listOf } from '../../lib/wording.js';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import type { PartDraft, TargetDraft } from './draft.js';
import { accountName, changeTarget, shortName, type Form } from './form.js';
import { PartBox } from './part-box.js';
import {
  changeOwnParts,
  changeSharedParts,
  furtherPartsMax,
  movedPart,
  partable,
  type PartsChange,
} from './parts.js';

/** The further parts that all accounts share, except those that have their own. */
export function SharedParts({ form }: { form: Form }) {
  const { draft, platforms } = form;
  const { parts, targets } = draft;
  const able = partable(targets, platforms);
  if (able.length === 0 && parts.length === 0) return null;
  const isPartial = able.length > 0 && able.length < targets.length && parts.length > 0;
  const accounts = listOf(able.map(({ accountId }) => shortName(form, accountId)));
  return (
    <div className="flex flex-col gap-1.5">
      <PartList
        form={form}
        parts={parts}
        targets={able.filter((target) => target.parts === null)}
        max={able.length === 0 ? parts.length : furtherPartsMax(able, platforms)}
        onParts={(change) => form.update((current) => changeSharedParts(current, platforms, change))}
      />
      {isPartial && <p className="text-sm text-muted">{t('partsOnlyOn', { accounts })}</p>}
    </div>
  );
}

/** The further parts of one account. They are the shared ones until the user writes others here. */
export function OwnParts({ form, target }: { form: Form; target: TargetDraft }) {
  const { accountId, parts: own, publicParts } = target;
  const { parts: shared } = form.draft;
  if (partable([target], form.platforms).length === 0) return null;
  const onParts = (change: PartsChange): void =>
    form.update((draft) => changeOwnParts(draft, accountId, change));
  if (own === null && shared.length > 0) {
    return (
      <SharedNote count={shared.length}>
        <Button
          look="quiet"
          className={smallClass}
          onClick={() => onParts(() => shared.map((part) => ({ ...part, id: newIdempotencyKey() })))}
        >
          {t('writeOwnParts')}
        </Button>
      </SharedNote>
    );
  }
  return (
    <div className="flex flex-col gap-1.5">
      <PartList
        form={form}
        accountId={accountId}
        parts={own ?? []}
        targets={[target]}
        max={furtherPartsMax([target], form.platforms)}
        publicParts={publicParts}
        onParts={onParts}
      />
      {own !== null && shared.length > 0 && publicParts < 2 && (
        <Button
          look="quiet"
          className={`self-start ${smallClass}`}
          onClick={() => changeTarget(form, accountId, { parts: null })}
        >
          {t('useSharedParts')}
        </Button>
      )}
    </div>
  );
}

const smallClass = 'min-h-6! px-1.5! py-0! text-sm text-accent!';

function SharedNote({ count, children }: { count: number; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 text-sm text-muted">
      <span>{t('sharedPartsUsed', { count })}</span>
      {children}
    </p>
  );
}

interface PartListProps {
  form: Form;
  parts: readonly PartDraft[];
  /** The account that the parts are for; undefined for those that all accounts share. */
  accountId?: string;
  /** The accounts that get these parts. */
  targets: readonly TargetDraft[];
  max: number;
  /** The parts that cannot change, with the post itself. */
  publicParts?: number;
  onParts: (change: PartsChange) => void;
}

/** The parts in their order, each with its text, media and counters, and a button that adds one. */
function PartList(props: PartListProps) {
  const { form, parts, accountId, targets, max, publicParts = 0, onParts } = props;
  const root = useRef<HTMLDivElement>(null);
  const firstOpen = Math.max(0, publicParts - 1);
  const change = (next: PartsChange, focused: string): void => {
    flushSync(() => onParts(next));
    root.current?.querySelector<HTMLElement>(focused)?.focus();
  };
  const move = (from: number, to: number): void => {
    if (to < firstOpen || to >= parts.length) return;
    const control = to < from ? 'up' : 'down';
    change((current) => movedPart(current, from, to), `li:nth-child(${to + 1}) [data-control=${control}]`);
    announce(t('partMovedTo', { position: to + 2, count: parts.length + 1 }));
  };
  const remove = (index: number): void => {
    change((current) => current.filter((_, at) => at !== index), '[data-control=add]');
    announce(t('partRemoved', { number: index + 2 }));
  };
  const name = accountId === undefined ? t('parts') : t('partsOf', { name: accountName(form, accountId) });
  return (
    <div ref={root} className="flex flex-col gap-3">
      {parts.length > 0 && (
        <ol aria-label={name} className="flex flex-col gap-3">
          {parts.map((part, index) => (
            <li key={part.id}>
              <PartBox
                {...{ form, part, index, accountId, targets }}
                isPublic={index < firstOpen}
                isMovable={parts.length - firstOpen > 1}
                onMove={move}
                onRemove={remove}
                onChange={(changed) =>
                  onParts((current) => current.map((one) => (one.id === part.id ? changed(one) : one)))
                }
              />
            </li>
          ))}
        </ol>
      )}
      {parts.length < max && (
        <Button
          look="quiet"
          data-control="add"
          className="self-start"
          onClick={() => change((current) => [...current, emptyPart()], 'li:last-child textarea')}
        >
          <Plus className="size-4.5" />
          {t('addPart')}
        </Button>
      )}
    </div>
  );
}

const emptyPart = (): PartDraft => ({ id: newIdempotencyKey(), text: '', mediaIds: [] });
