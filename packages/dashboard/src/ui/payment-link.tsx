import { Link } from '@tanstack/react-router';
import { useMay, useWorkspace } from '../api/workspace.js';
import { t } from '../messages/common.js';

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
      {t('toPayment')}
    </Link>
  );
}
