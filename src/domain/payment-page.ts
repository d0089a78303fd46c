/** How a card is added, for the messages of errors that ask for one. */
export const howToAddCard =
  'The owner who pays for the workspace adds it under “Payment and invoices” (POST /workspaces/{id}/billing-sessions).';
