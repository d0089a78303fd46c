import { Link } from '@tanstack/react-router';
import { useMay, useWorkspace } from '../api/workspace.js';

/**
 * A link to the page where a payment card can be added, for users with that permission. For others, the error message
 * says who can do it.
 */
export function PaymentLink() {
  const { id } = useWorkspace();
  const mayManage = useMay('manageBilling');
  if (!mayManage) return null;
  return (
    <Link to={`/w/${id}/workspace`} className="underline">
      Go to payment and invoices
    </Link>
  );
}
