import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../api/workspace.js';

/** The link to continue from a post that cannot be shown. */
export function CalendarLink() {
  const { id } = useWorkspace();
  return (
    <Link to={`/w/${id}/calendar`} className="underline">
      Go to the calendar
    </Link>
  );
}
