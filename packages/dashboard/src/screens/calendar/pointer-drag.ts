import interactionPlugin from '@fullcalendar/react/interaction';

type Interaction = NonNullable<typeof interactionPlugin.componentInteractions>[number];
type Settings = ConstructorParameters<Interaction>[0];

/** The month view drops an event at its center. Users expect the day under the pointer. */
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
