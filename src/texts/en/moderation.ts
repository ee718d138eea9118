/** Pages of moderators. */
export const moderation = {
  edits: 'Edits that were looked at',
  counts: (accepted: string, refused: string, waiting: string) =>
    `${accepted} accepted, ${refused} not accepted, ${waiting} waiting`,
  isTrusted: 'Trusted member',
  toWaiting: 'What waits',
  toEdits: 'All edits',
  undoAll: 'Undo everything',
  trust: 'Trust this member',
  untrust: 'No longer trust this member',
  trustText:
    'Edits of trusted members count at once, also weighty ones, and trusted members look at the edits of others. ' +
    'They cannot lock anything.',
  trustReasonHint: 'It stays in the log of moderators. Who is no longer trusted reads it.',
  notices: {
    trusted: 'The member is trusted now.',
    untrusted: 'The member is no longer trusted.',
    unchanged: 'Nothing had to change.',
  },
}
