import { formatInstant } from '../../lib/dates.js';
import { submitWarning } from '../../lib/labels.js';
import { t } from '../../messages/calendar.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { nameOf } from './tile-names.js';
import type { Tile } from './tiles.js';

/** Asks for confirmation of a move that also submits the post for approval. */
export function SubmitDialog(props: {
  tile: Tile;
  at: string;
  zone: string;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const { tile, at, zone, onConfirm, onClose } = props;
  return (
    <ConfirmDialog
      open
      danger={false}
      title={t('moveQuestion', { name: nameOf(tile) })}
      action={t('move')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('newTimeInstant', { time: formatInstant(at, { timeZone: tile.timeZone ?? zone }) })}</p>
      <p>{submitWarning}</p>
    </ConfirmDialog>
  );
}
