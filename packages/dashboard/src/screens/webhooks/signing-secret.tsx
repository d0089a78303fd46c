import { t } from '../../messages/webhooks.js';
import { SecretShown } from '../../ui/secret-shown.js';

/** Shows the secret of an endpoint, only once after it was created. */
export function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretShown
      label={t('signingSecret')}
      secret={secret}
      hint={t('yourServerUsesItTo')}
      onClose={onClose}
    />
  );
}
