import type { ReactNode } from 'react';
import { useAlone } from '../lib/use-alone.js';
import { useLastError } from '../lib/use-last-error.js';
import { t } from '../messages/common.js';
import { Button } from './button.js';
import { DialogActions } from './dialog.js';
import { ErrorNote, type FieldPaths } from './error-state.js';

interface FormProps {
  /** Sends the form. Another press meanwhile has no effect. An error is ignored here, because the form shows it. */
  onSubmit: () => Promise<unknown>;
  /** Whether the form itself shows what is missing, instead of the browser. */
  noValidate?: boolean;
  className?: string;
  children: ReactNode;
}

export function Form(props: FormProps) {
  const { onSubmit, noValidate = false, className = 'flex flex-col gap-4', children } = props;
  const alone = useAlone();
  return (
    <form
      noValidate={noValidate}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        alone(onSubmit);
      }}
    >
      {children}
    </form>
  );
}

interface DialogFormProps extends FormProps {
  /** The label of the button that sends the form. */
  action: string;
  look?: 'primary' | 'danger';
  disabled?: boolean;
  /** The state of the request. */
  sending: { isPending: boolean; error: unknown };
  /** The paths of errors that the fields show. */
  fields?: FieldPaths;
  onCancel: () => void;
}

/** A form in a dialog. It ends with its error and its buttons. */
export function DialogForm(props: DialogFormProps) {
  const {
    action,
    look = 'primary',
    disabled = false,
    sending,
    fields = [],
    onCancel,
    children,
    ...form
  } = props;
  const error = useLastError(sending);
  return (
    <Form {...form}>
      {children}
      <ErrorNote error={error} fields={fields} />
      <DialogActions>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" look={look} busy={sending.isPending} disabled={disabled}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  );
}
