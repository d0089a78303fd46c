import { MessageCircle } from 'lucide-react';
import { t } from '../../messages/composer.js';
import { boxClass, TextBox, ToldBelow, useToldId } from './content-box.js';
import { Counters } from './counters.js';
import type { TargetDraft } from './draft.js';
import type { Form, Said } from './form.js';

/** A field for the comment that is sent as a reply after the post is published. */
export function FirstCommentBox(props: {
  form: Form;
  label: string;
  value: string;
  /** The accounts that get this comment. */
  targets: readonly TargetDraft[];
  said: Said;
  onValue: (value: string) => void;
}) {
  const { form, label, value, targets, said, onValue } = props;
  const toldIn = useToldId();
  return (
    <div className="flex flex-col gap-1.5">
      <div className={`${boxClass} flex-row! items-start`}>
        <MessageCircle className="mt-2.5 ml-3.5 size-4 shrink-0 text-muted" />
        <TextBox
          form={form}
          targets={targets}
          label={label}
          toldIn={toldIn}
          isWrong={said.error !== undefined}
          data-field="firstComment"
          placeholder={t('firstCommentHint')}
          className="max-h-40 py-2! pl-2.5!"
          rows={1}
          value={value}
          onChange={({ target }) => onValue(target.value)}
        />
      </div>
      <ToldBelow id={toldIn} {...said}>
        {value !== '' && <Counters form={form} targets={targets} textOf={() => value} isComment />}
      </ToldBelow>
    </div>
  );
}
