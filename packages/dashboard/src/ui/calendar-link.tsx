import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../api/workspace.js';

/** A link to the calendar, shown if a post cannot be shown. */
export function CalendarLink() {
  const { id } = useWorkspace();
  return (
    <Link to={`/w/${id}/calendar`} className="underline">
      Go to the calendar
    </Link>
  );
}
