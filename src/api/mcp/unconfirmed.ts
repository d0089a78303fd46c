export const unconfirmedCode = 'PUBLISH_UNCONFIRMED';

/** The only solution for an unclear outcome that agents are told. */
export const unconfirmedRemedy =
  'Ask a person to look at the account on the platform, and to say in the dashboard what they see.';

/** The rule for an unclear outcome. It is in the instructions and in the explanation of the error. */
export const unconfirmedAdvice = `PUBLISH_UNCONFIRMED means that the content may already be public. Never publish it again, neither with the same post nor with a new one. ${unconfirmedRemedy}`;
