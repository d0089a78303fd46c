export default {
  skipped: 'This time does not exist because the clocks change. The post will be due on {time}.',
  twice:
    'This time comes twice because the clocks change. The post will be due the {which, select, first {first} other {second}} time, on {time}.',
} as const;
