// Rules of this project for oxlint; .oxlintrc.json says where each applies.

/** Makes a rule that reports each node that one of the selectors matches. */
const forbid = (message, ...selectors) => ({
  create: (context) =>
    Object.fromEntries(selectors.map((selector) => [selector, (node) => context.report({ node, message })])),
});

export default {
  meta: { name: 'punctual' },
  rules: {
    'no-process-env': forbid(
      'Only src/config/env.ts reads process.env; pass configuration in.',
      "MemberExpression[object.name='process'][property.name='env']",
    ),
    'no-bare-fetch': forbid(
      'All outbound HTTP goes through src/egress.',
      "CallExpression[callee.name='fetch']",
    ),
    'no-wall-clock': forbid(
      'Use ctx.clock, so that tests can move time.',
      "CallExpression[callee.object.name='Date'][callee.property.name='now']",
      "NewExpression[callee.name='Date'][arguments.length=0]",
    ),
    // Captions and comments are other people's text.
    'no-others-html': forbid(
      'Text is shown as text.',
      "JSXAttribute[name.name='dangerouslySetInnerHTML']",
      'MemberExpression[property.name=/^(inner|outer)HTML$/]',
    ),
  },
};
