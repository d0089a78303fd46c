import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../api/workspace.js';
import { t } from '../messages/common.js';

/** A link to the calendar, shown if a post cannot be shown. */
export function CalendarLink() {
  const { id } = useWorkspace();
  return (
    <Link to={`/w/${id}/calendar`} className="underline">
      {t('toCalendar')}
    </Link>
  );
}
