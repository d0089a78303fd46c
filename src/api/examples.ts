/** Ids that the examples of the description share, so that one can be followed through all of them. */
export const exampleIds = {
  workspace: 'ws_pfh0haxfpzowht3oi213cqos',
  user: 'usr_nc6bzmkmd014706rfda898to',
  post: 'post_tz4a98xxat96iws9zmbrgj3a',
  target: 'tgt_bwc1vkcxt4dyqjpqcbv1o0ai',
  socialAccount: 'acc_k7x2v8h4q0m5n9c3r1t6y8zb',
  media: 'med_o6u2w4y8a1c3e5g7i9k0m2q4',
} as const;
