import type { RouteComponent } from '@tanstack/react-router';
import { useWorkspace } from '../api/workspace.js';
import { mayIn } from '../api/session.js';
import type { ScreenEntry } from '../screens/index.js';
import { t } from '../messages/shell.js';
import { Screen } from '../ui/screen.js';
import { NoPermission } from '../ui/states.js';

/** Returns a component that shows the screen, or a note if the user's role lacks the permission. */
export function guarded({ component: Content, permission, label }: ScreenEntry): RouteComponent {
  function Guarded() {
    const workspace = useWorkspace();
    if (mayIn(workspace, permission)) return <Content />;
    return (
      <Screen title={label ?? t('noAccess')}>
        <NoPermission>
          {t('yourRoleIn', {
            name: workspace.name,
            role: workspace.role,
          })}
        </NoPermission>
      </Screen>
    );
  }
  const { preload } = Content;
  return preload === undefined ? Guarded : Object.assign(Guarded, { preload });
}
