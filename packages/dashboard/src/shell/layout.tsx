import { Outlet, useRouterState } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../messages/shell.js';
import { Brand } from '../ui/brand.js';
import { Button } from '../ui/button.js';
import { AwayBanner } from './away-banner.js';
import { BottomBar } from './bottom-bar.js';
import { Navigation } from './navigation.js';
import type { Overlay } from './overlay.js';
import { Overlays } from './overlays.js';
import { PersonMenu } from './person-menu.js';
import { SandboxNote } from './sandbox-note.js';
import { SearchButton } from './search-button.js';
import { WorkspaceSwitcher } from './workspace-switcher.js';

const mainId = 'main';
/** From this width on, the navigation is at the side instead of in a drawer. */
const sideBar = '(min-width: 48rem)';

/**
 * The frame of every screen: the navigation at the side, only as icons in windows below 1024 px, and below 768 px as a
 * drawer that a bar at the bottom opens.
 */
export function Layout() {
  const { isOpen, menuButton, closeButton, open, close } = useDrawer();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const show = (next: Overlay | null): void => {
    // Closes the drawer, which would otherwise stay open below the dialog that its button opens.
    if (isOpen) close();
    setOverlay(next);
  };
  return (
    <div className="min-h-dvh bg-canvas text-ink md:grid md:grid-cols-[4.5rem_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      {isOpen && <div aria-hidden className="fixed inset-0 z-30 bg-backdrop" onClick={close} />}
      <header
        id="menu"
        className={`${isOpen ? 'flex' : 'hidden'} fixed inset-y-0 left-0 z-40 w-72 max-w-[85vw] flex-col border-r border-line bg-surface md:sticky md:top-0 md:flex md:h-dvh md:w-auto md:max-w-none`}
      >
        <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3">
          <div className="flex items-center gap-2 pl-1.5 pt-1 md:max-lg:flex-col md:max-lg:pl-0">
            <Brand nameClass="md:max-lg:sr-only" />
            <SandboxNote />
            <Button
              ref={closeButton}
              look="quiet"
              className="ml-auto px-2! md:hidden"
              aria-label={t('closeTheMenu')}
              onClick={close}
            >
              <X className="size-5" />
            </Button>
          </div>
          <WorkspaceSwitcher />
          <SearchButton onPress={() => show('search')} />
          <Navigation />
        </div>
        <div className="border-t border-line p-2">
          <PersonMenu onShow={show} />
        </div>
      </header>
      <div inert={isOpen} className="flex min-w-0 flex-col">
        <header className="flex items-center justify-between gap-2 border-b border-line bg-surface px-4 py-2 md:hidden">
          <span className="flex min-w-0 items-center gap-2">
            <Brand />
            <SandboxNote />
          </span>
          <SearchButton onPress={() => show('search')} />
        </header>
        <AwayBanner />
        <main id={mainId} tabIndex={-1} className="min-w-0 flex-1 p-4 pb-24 md:p-8">
          <Outlet />
        </main>
        <BottomBar menuButton={menuButton} isOpen={isOpen} onMenu={open} />
      </div>
      <Overlays shown={overlay} onShow={show} />
    </div>
  );
}

/** The state of the menu in narrow windows. It closes on Escape, in wider windows, and when the user navigates. */
function useDrawer() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  // The URL at which the menu was opened. The menu is open only there, so that navigating closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === path;
  const menuButton = useRef<HTMLButtonElement>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    // The drawer is closed immediately, because only then can the button behind it take the focus.
    flushSync(() => setOpenAt(null));
    menuButton.current?.focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    closeButton.current?.focus();
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close();
    };
    const wide = globalThis.matchMedia(sideBar);
    const onWide = (): void => setOpenAt(null);
    document.addEventListener('keydown', onKey);
    wide.addEventListener('change', onWide);
    return () => {
      document.removeEventListener('keydown', onKey);
      wide.removeEventListener('change', onWide);
    };
  }, [isOpen]);
  return { isOpen, menuButton, closeButton, open: () => setOpenAt(path), close };
}

function SkipLink() {
  return (
    <a
      href={`#${mainId}`}
      className="sr-only focus:not-sr-only focus:absolute focus:left-2 focus:top-2 focus:z-60 focus:rounded-sm focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      onClick={(event) => {
        // Moves only the focus. The link must not change the URL, because the router would follow it.
        event.preventDefault();
        document.getElementById(mainId)?.focus();
      }}
    >
      {t('skipToContent')}
    </a>
  );
}
