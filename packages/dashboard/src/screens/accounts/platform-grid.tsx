import { useId } from 'react';
import type { PlatformInfo, PlatformName } from '../../api/platforms.js';
import { platformNames } from '../../lib/platform-looks.js';
import { t } from '../../messages/accounts.js';
import { Badge } from '../../ui/badge.js';
import { ChoiceBox } from '../../ui/field.js';
import { OutLink } from '../../ui/out-link.js';
import { PlatformMark } from '../../ui/platform-mark.js';
import { guideOf, offerLabel } from './connect-texts.js';

const tileClass = 'relative flex flex-col items-center gap-1.5 rounded-md border px-1 py-2.5 text-center';

interface PlatformGridProps {
  offered: readonly PlatformInfo[];
  chosen: PlatformName | undefined;
  onChosen: (platform: PlatformName) => void;
}

/** All platforms as tiles, of which one is chosen. A platform that must be set up first links to its guide instead. */
export function PlatformGrid({ offered, chosen, onChosen }: PlatformGridProps) {
  return (
    <fieldset>
      <legend className="sr-only">{t('platform')}</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {offered.map(({ platform, connect }) =>
          connect === null ? null : connect.configured || connect.sandbox ? (
            <label
              key={platform}
              className={`${tileClass} border-line has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent hover:border-edge`}
            >
              <input
                type="radio"
                name="platform"
                value={platform}
                checked={platform === chosen}
                onChange={() => onChosen(platform)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <Tile platform={platform} connect={connect} />
            </label>
          ) : (
            <div key={platform} className={`${tileClass} border-dashed border-line`}>
              <Tile platform={platform} connect={connect} />
              <span className="text-sm">
                <OutLink href={guideOf(platform)}>
                  {t.rich('guideTo', {
                    platform: platformNames[platform],
                    span: (words) => <span className="sr-only">{words}</span>,
                  })}
                </OutLink>
              </span>
            </div>
          ),
        )}
      </div>
    </fieldset>
  );
}

function Tile(props: { platform: PlatformName; connect: NonNullable<PlatformInfo['connect']> }) {
  return (
    <>
      <PlatformMark platform={props.platform} className="size-7" />
      <span className="text-sm font-medium">{platformNames[props.platform]}</span>
      <Badge {...offerLabel(props.connect)} />
    </>
  );
}

interface PlaceFieldProps {
  platform: PlatformName;
  configured: boolean;
  sandbox: boolean;
  onSandbox: (sandbox: boolean) => void;
}

/** The choice between the real platform and the sandbox, or why there is only the sandbox. */
export function PlaceField({ platform, configured, sandbox, onSandbox }: PlaceFieldProps) {
  const name = useId();
  const label = platformNames[platform];
  if (!configured) {
    return (
      <p>
        {t.rich('thisIsASimulatedAccount', {
          label,
          link: (words) => <OutLink href={guideOf(platform)}>{words}</OutLink>,
        })}
      </p>
    );
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{t('connectTo')}</legend>
      <ChoiceBox
        type="radio"
        name={name}
        label={t('realPlatform', { platform: label })}
        checked={!sandbox}
        onChange={() => onSandbox(false)}
      />
      <ChoiceBox
        type="radio"
        name={name}
        label={t('theSandbox')}
        hint={t('aSimulatedPlatformWhereNothing')}
        checked={sandbox}
        onChange={() => onSandbox(true)}
      />
    </fieldset>
  );
}
