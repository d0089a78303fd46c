import { useState } from 'react';
import { isPartlyPublic } from '../../lib/partly-public.js';
import { t } from '../../messages/composer.js';
import { AccountsField } from './accounts-field.js';
import { Actions, ApprovalEnds } from './actions.js';
import type { ComposerProps } from './composer-props.js';
import { ConflictDialog } from './conflict-dialog.js';
import { ContentTabs } from './content-tabs.js';
import { Footer } from './footer.js';
import type { Form } from './form.js';
import { Previews } from './previews.js';
import { Problems } from './problems.js';
import { SendingNote } from './sending-note.js';
import type { Intent } from './sent.js';
import { useForm } from './use-form.js';
import { useKept } from './use-kept.js';
import { tabOf, usePlace } from './use-place.js';
import { useSending } from './use-sending.js';
import { WhenField } from './when-field.js';

/**
 * The form for a post, with the findings of the service and previews. In wide windows it is exactly as high as the
 * window, so that its buttons are always in sight.
 */
export function Composer(props: ComposerProps) {
  const { base } = props;
  const isRest = base !== null && isPartlyPublic(base);
  const { root, tab, setTab, goTo } = usePlace(!isRest);
  const [isWhenOpen, setWhenOpen] = useState(false);
  const { form, timed, checked, noteRefusal } = useForm(props, (spot, draft) => {
    if (spot.place === 'time') setWhenOpen(true);
    else goTo(spot, draft);
  });
  const kept = useKept(props, form.draft);
  const sending = useSending(props, form, kept, noteRefusal);
  const send = (intent: Intent): void => {
    const written = intent === 'schedule' ? timed : form.draft;
    form.update(() => written);
    sending.send(intent, written);
  };
  const shownTab = tabOf(tab, form.draft, !isRest);
  const isBusy = sending.running !== null;
  return (
    <form
      ref={root}
      className="flex flex-col gap-4 lg:-mb-8 lg:h-[calc(100dvh-5.5rem)] lg:min-h-140"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="grid min-h-0 flex-1 items-start gap-x-6 gap-y-4 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_minmax(0,1fr)]">
        {/* The fields are disabled during a save, because edits would be lost. */}
        <fieldset disabled={isBusy} className="contents">
          <div className="min-w-0 lg:col-span-2" data-field="accounts">
            {isRest ? <RestNote /> : <AccountsField form={form} />}
          </div>
          <div className="min-w-0 lg:-m-1 lg:max-h-full lg:overflow-y-auto lg:p-1">
            <ContentTabs form={form} tab={shownTab} hasShared={!isRest} onTab={setTab} />
          </div>
        </fieldset>
        <Previews form={form} tab={shownTab} />
      </div>
      <Footer
        savedAt={kept.savedAt}
        notes={
          <>
            <Problems form={form} isChecking={checked.isChecking} error={checked.error} />
            <ApprovalEnds base={base} />
            <SendingNote
              error={sending.error}
              fields={isRest ? [] : 'all'}
              onSeparate={sending.saveSeparately}
            />
          </>
        }
      >
        {!isRest && <WhenField form={form} timed={timed} open={isWhenOpen && !isBusy} onOpen={setWhenOpen} />}
        <Actions form={form} base={base} timed={timed} sending={sending.running} onSend={send} />
      </Footer>
      <Conflict form={form} sending={sending} />
    </form>
  );
}

function Conflict({ form, sending }: { form: Form; sending: ReturnType<typeof useSending> }) {
  if (sending.conflict === null) return null;
  return (
    <ConflictDialog
      form={form}
      conflict={sending.conflict}
      busy={sending.running !== null}
      onMine={sending.saveMine}
      onSeparate={sending.saveSeparately}
      onTheirs={sending.takeTheirs}
      onClose={sending.closeConflict}
    />
  );
}

/** Explains that only the failed targets of a partly public post can still change. */
function RestNote() {
  return (
    <div className="flex flex-col gap-1">
      <h2 className="text-lg font-semibold">{t('failedAccounts')}</h2>
      <p className="text-muted">{t('restOnly')}</p>
    </div>
  );
}
