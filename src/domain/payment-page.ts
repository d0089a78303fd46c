/** Explains how to add a card, for the messages of errors that require one. */
export const howToAddCard =
  'The owner who pays for the workspace adds it under “Payment and invoices” (POST /workspaces/{id}/billing-sessions).';
