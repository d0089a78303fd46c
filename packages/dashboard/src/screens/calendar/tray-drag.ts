import { Draggable } from '@fullcalendar/react/interaction';

/** Lets the items of a list be dragged onto the hours of the calendar library. Returns a function that ends this. */
export function dragOntoHours(list: HTMLElement): () => void {
  const dragging = new Draggable(list, {
    itemSelector: 'li',
    eventData: (item) => ({
      id: item.dataset['draft'] ?? '',
      title: item.dataset['name'] ?? '',
      duration: '01:00',
    }),
  });
  return () => dragging.destroy();
}
