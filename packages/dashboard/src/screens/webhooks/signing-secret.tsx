import { SecretShown } from '../../ui/secret-shown.js';

/** Shows the secret of an endpoint, only once after it was created. */
export function SigningSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretShown
      label="Signing secret"
      secret={secret}
      hint="Your server uses it to verify that requests come from Punctual."
      onClose={onClose}
    />
  );
}
