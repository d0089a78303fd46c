import interactionPlugin from '@fullcalendar/react/interaction';

type Interaction = NonNullable<typeof interactionPlugin.componentInteractions>[number];
type Settings = ConstructorParameters<Interaction>[0];

/**
 * Makes the month view drop a post on the day under the pointer, as users expect, not on the day under the tile's
 * center.
 */
const byPointer = (Base: Interaction): Interaction =>
  class extends Base {
    constructor(settings: Settings) {
      super({ ...settings, useEventCenter: false });
    }
  };

export const pointerDragPlugin: typeof interactionPlugin = {
  ...interactionPlugin,
  componentInteractions: interactionPlugin.componentInteractions?.map(byPointer) ?? [],
};
