import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { t } from '../../messages/composer.js';
import { boxClass, TextBox, ToldBelow, useToldId } from './content-box.js';
import { Counters } from './counters.js';
import type { PartDraft, TargetDraft } from './draft.js';
import { accountName, saidOf, type Form } from './form.js';
import { MediaEditor } from './media-editor.js';
import { WithAids } from './writing-aids.js';

interface PartBoxProps {
  form: Form;
  part: PartDraft;
  index: number;
  /** The account that the part is for; undefined for one that all accounts share. */
  accountId: string | undefined;
  targets: readonly TargetDraft[];
  /** Whether the part is public, so that it cannot change. */
  isPublic: boolean;
  isMovable: boolean;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  onChange: (change: (part: PartDraft) => PartDraft) => void;
}

/** One further part: its text and media, what each account counts, and buttons to move or remove it. */
export function PartBox(props: PartBoxProps) {
  const { form, part, index, accountId, targets, isPublic, onChange } = props;
  const number = index + 2;
  const toldIn = useToldId();
  const said = saidIn(props, (path) => !path.startsWith('mediaIds'));
  const text = (
    <TextBox
      form={form}
      targets={targets}
      label={
        accountId === undefined
          ? t('partNumber', { number })
          : t('partFor', { number, account: accountName(form, accountId) })
      }
      toldIn={toldIn}
      isWrong={said.error !== undefined}
      placeholder={t('writePart', { number })}
      className="max-h-80 min-h-20"
      disabled={isPublic}
      value={part.text}
      onChange={({ target: { value } }) => onChange((one) => ({ ...one, text: value }))}
    />
  );
  return (
    <div data-field={`part.${index}`} className="flex flex-col gap-1.5">
      {isPublic ? (
        <div className={boxClass}>{text}</div>
      ) : (
        <MediaEditor
          form={form}
          title={t('mediaOfPart', { number })}
          ids={part.mediaIds}
          partId={part.id}
          said={saidIn(props, (path) => path.startsWith('mediaIds'))}
          onIds={(change) => onChange((one) => ({ ...one, mediaIds: change(one.mediaIds) }))}
        >
          <WithAids>{text}</WithAids>
        </MediaEditor>
      )}
      <ToldBelow id={toldIn} {...said}>
        <span className="flex min-h-5 flex-wrap items-center justify-between gap-2">
          {isPublic ? (
            <span>{t('partIsPublic')}</span>
          ) : (
            <Counters form={form} targets={targets} textOf={() => part.text} />
          )}
          {!isPublic && <Tools {...props} />}
        </span>
      </ToldBelow>
    </div>
  );
}

/** The messages about the part whose path in it passes `isWanted`, without those about accounts that do not get it. */
function saidIn({ form, index, accountId, targets }: PartBoxProps, isWanted: (path: string) => boolean) {
  const ids = new Set(targets.map((target) => target.accountId));
  return saidOf(form, 'part', {
    ...(accountId !== undefined && { accountId }),
    matches: ({ detail, accountId: of }) => {
      const [place, ...path] = detail.split('.');
      return (of === null || ids.has(of)) && Number(place) === index && isWanted(path.join('.'));
    },
  });
}

/** At the ends of the list, the buttons are not disabled, because they would lose the focus. */
function Tools({ index, isMovable, onMove, onRemove }: PartBoxProps) {
  const tools = [
    { control: 'up', name: 'movePartEarlier', icon: ArrowUp, onPress: () => onMove(index, index - 1) },
    { control: 'down', name: 'movePartLater', icon: ArrowDown, onPress: () => onMove(index, index + 1) },
    { control: 'remove', name: 'removePart', icon: X, onPress: () => onRemove(index) },
  ] as const;
  return (
    <span className="flex gap-1">
      {tools
        .filter(({ control }) => isMovable || control === 'remove')
        .map(({ control, name, icon: Icon, onPress }) => (
          <button
            key={control}
            type="button"
            data-control={control}
            aria-label={t(name, { number: index + 2 })}
            title={t(name, { number: index + 2 })}
            className="inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-raised hover:text-ink pointer-coarse:size-11"
            onClick={onPress}
          >
            <Icon className="size-4.5" />
          </button>
        ))}
    </span>
  );
}
