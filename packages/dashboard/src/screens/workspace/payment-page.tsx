import { useEffect } from 'react';
import { useMay } from '../../api/workspace.js';
import { t } from '../../messages/workspace.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { useOpenPaymentPage } from './api.js';

/** A button that opens the payment provider's page, which later returns here. `exists` is false without billing. */
export function PaymentPage({ exists }: { exists: boolean }) {
  const mayManage = useMay('manageBilling');
  const opening = useOpenPaymentPage();
  const { reset } = opening;
  useEffect(() => {
    // Enables the button again, because the browser's Back button may restore this page with a busy button.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) reset();
    };
    globalThis.addEventListener('pageshow', onShow);
    return () => globalThis.removeEventListener('pageshow', onShow);
  }, [reset]);
  if (!exists || !mayManage) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="max-w-prose text-muted">{t('addOrReplaceACard')}</p>
      <ErrorNote error={opening.error} />
      <Button busy={opening.isPending || opening.isSuccess} onClick={() => opening.mutate()}>
        {t('paymentAndInvoices')}
      </Button>
    </div>
  );
}
