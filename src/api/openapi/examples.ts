/** Ids that the examples of the description share, so that one can be followed through all of them. */
export const exampleIds = {
  workspace: 'ws_pfh0haxfpzowht3oi213cqos',
  user: 'usr_nc6bzmkmd014706rfda898to',
  post: 'post_tz4a98xxat96iws9zmbrgj3a',
  target: 'tgt_bwc1vkcxt4dyqjpqcbv1o0ai',
  comment: 'cmt_d9f1g3h5j7k9l1z3x5c7v9b1',
  socialAccount: 'acc_k7x2v8h4q0m5n9c3r1t6y8zb',
  connectSession: 'con_e3r5t7y9u1i3o5p7a9s1d3f5',
  connectCandidate: 'cand_g7h9j1k3l5z7x9c1v3b5n7m9',
  member: 'mem_q2w4e6r8t0y1u3i5o7p9a2s4',
  invitation: 'inv_z1x3c5v7b9n0m2a4s6d8f0g2',
  apiKey: 'key_h4j6k8l0q2w4e6r8t0y2u4i6',
  session: 'ses_o8p0a2s4d6f8g0h2j4k6l8z0',
  webhookEndpoint: 'whe_x2c4v6b8n0m2q4w6e8r0t2y4',
  webhookDelivery: 'whd_u6i8o0p2a4s6d8f0g2h4j6k8',
  webhookAttempt: 'wha_l0z2x4c6v8b0n2m4q6w8e0r2',
  event: '01KQ3ZB1V0CX9MYT2HJ4SW8RNE',
  media: 'med_o6u2w4y8a1c3e5g7i9k0m2q4',
} as const;

/**
 * Times of the examples. The committed description is written as on `writtenOn`; the served one moves every example by
 * whole days, so that a time that lay ahead still does (src/api/document/current-times.ts).
 */
export const exampleTimes = {
  writtenOn: '2030-01-01T00:00:00Z',
  ahead: '2030-01-31T09:00:00Z',
  past: '2029-12-31T09:00:00Z',
} as const;
