import { Link } from '@tanstack/react-router';
import { useMay, useWorkspace } from '../api/workspace.js';

/** The way on from what needs a card, for those who may add one. For the others, the message names who may. */
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
