import type { RefObject } from 'react';
import { t } from '../../messages/inbox.js';
import { Picker } from '../../ui/picker.js';
import { useSavedReplies } from './saved-replies-api.js';

/** A button to insert a saved reply into the field. */
export function SavedReplies(props: {
  field: RefObject<HTMLTextAreaElement | null>;
  onInsert: (text: string) => void;
  onManage: () => void;
}) {
  const { field, onInsert, onManage } = props;
  const { data: replies = [], isError } = useSavedReplies();
  return (
    <Picker
      trigger={t('savedReplies')}
      searchLabel={t('findASavedReply')}
      items={replies.map(({ id, name, text }) => ({ value: id, label: name, detail: text }))}
      empty={isError ? t('theSavedRepliesCouldNot') : t('thereAreNoSavedReplies')}
      onPick={(picked) => onInsert(replies.find(({ id }) => id === picked)?.text ?? '')}
      finalFocus={field}
      action={{ label: t('manageSavedReplies'), onSelect: onManage }}
    />
  );
}
