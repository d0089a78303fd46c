import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.js';
import { LiveRegions } from './live-regions.js';
import { router } from './router.js';
import { watchSession } from './watch-session.js';

watchSession(router);

export function App() {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <LiveRegions />
      </QueryClientProvider>
    </CSPProvider>
  );
}
