import { Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/button.js';
import { AwayBanner } from './away-banner.js';
import { Navigation } from './navigation.js';
import { PersonMenu } from './person-menu.js';
import { WorkspaceSwitcher } from './workspace-switcher.js';

const mainId = 'main';

/**
 * The frame of every screen, with the navigation at the side in windows from 768 px, and in a menu in narrower ones.
 */
export function Layout() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // The URL at which the menu was opened. The menu is open only there, so that navigating closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const menuOpen = openAt === path;
  return (
    <div className="min-h-dvh bg-canvas text-ink md:grid md:grid-cols-[16rem_1fr]">
      <SkipLink />
      <header className="border-b border-line bg-surface md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-b-0 md:border-r">
        <div className="flex items-center justify-between gap-2 px-4 py-3">
          <p className="text-lg font-bold">Punctual</p>
          <Button
            className="md:hidden"
            aria-expanded={menuOpen}
            aria-controls="menu"
            onClick={() => setOpenAt(menuOpen ? null : path)}
          >
            Menu
          </Button>
        </div>
        <div id="menu" className={`${menuOpen ? 'flex' : 'hidden'} flex-col gap-4 px-4 pb-4 md:flex`}>
          <WorkspaceSwitcher />
          <Navigation />
          <PersonMenu />
        </div>
      </header>
      <div className="flex min-w-0 flex-col">
        <AwayBanner />
        <main id={mainId} tabIndex={-1} className="min-w-0 flex-1 p-4 md:p-8">
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-60 focus:rounded focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      onClick={(event) => {
        // Moves only the focus. The link must not change the URL, because the router would follow it.
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}
