import { useId, type ReactNode, type TextareaHTMLAttributes } from 'react';
import type { Told } from '../../lib/told.js';
import { ToldText } from '../../ui/told-text.js';
import type { TargetDraft } from './draft.js';
import type { Form } from './form.js';
import { useMentions } from './mentions.js';
import { Notes } from './said.js';

/** The frame around a text and its media. */
export const boxClass =
  'flex min-w-0 flex-col rounded-lg border border-edge bg-surface has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-accent has-[textarea[aria-invalid]]:border-bad';

interface TextBoxProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'form'> {
  form: Form;
  /** The accounts that get this text. */
  targets: readonly TargetDraft[];
  label: string;
  /** The id of the element with the messages about the text. */
  toldIn: string;
  isWrong: boolean;
}

/** A text field that grows with its text, and suggests people to mention. The frame around it is its border. */
export function TextBox(props: TextBoxProps) {
  const { form, targets, label, toldIn, isWrong, className = '', ...area } = props;
  const mentions = useMentions(form, targets);
  return (
    <div data-mentions className="relative flex w-full min-w-0 flex-col">
      <textarea
        {...area}
        {...mentions.areaProps}
        aria-label={label}
        aria-describedby={toldIn}
        aria-invalid={isWrong || undefined}
        className={`w-full resize-none bg-transparent px-3.5 py-3 text-base field-sizing-content placeholder:text-muted focus-visible:outline-none disabled:opacity-60 ${className}`}
      />
      {mentions.list}
    </div>
  );
}

/** The messages about a text, below its box: counters, error and notes. */
export function ToldBelow(props: {
  id: string;
  error: Told | undefined;
  notes: readonly Told[];
  children?: ReactNode;
}) {
  const { id, error, notes, children } = props;
  return (
    <div id={id} className="flex flex-col gap-1 text-sm text-muted">
      {children}
      {error !== undefined && (
        <p className="font-medium text-bad">
          <ToldText told={error} />
        </p>
      )}
      <Notes notes={notes} />
    </div>
  );
}

/** Returns the id of the element with the messages about a text. */
export const useToldId = (): string => `${useId()}-told`;
