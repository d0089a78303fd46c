import { Link } from '@tanstack/react-router';
import { useMay, useWorkspace } from '../api/workspace.js';

/** The link to add a card, for users who may. For others, the message names who may. */
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
