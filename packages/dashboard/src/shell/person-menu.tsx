import { useMutation } from '@tanstack/react-query';
import { signOut, useSession } from '../api/session.js';
import { Button } from '../ui/button.js';
import { ErrorNote } from '../ui/error-state.js';
import { ThemeField } from '../ui/theme-field.js';

export function PersonMenu() {
  const { user } = useSession();
  const leaving = useMutation({ mutationFn: () => signOut() });
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <p className="text-sm text-muted wrap-anywhere">
        Signed in as <strong className="text-ink">{user.email}</strong>
      </p>
      <ThemeField />
      <ErrorNote error={leaving.error} />
      <Button
        busy={leaving.isPending}
        onClick={() => {
          leaving.mutate();
        }}
      >
        Sign out
      </Button>
    </div>
  );
}
