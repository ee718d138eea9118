import type { en } from '../en/index.ts'

export const moderation: (typeof en)['moderation'] = {
  edits: 'Angesehene Änderungen',
  counts: (accepted, refused, waiting) => `${accepted} angenommen, ${refused} nicht angenommen, ${waiting} warten`,
  isTrusted: 'Vertrautes Mitglied',
  toWaiting: 'Was wartet',
  toEdits: 'Alle Änderungen',
  undoAll: 'Alles rückgängig machen',
  trust: 'Diesem Mitglied vertrauen',
  untrust: 'Diesem Mitglied nicht mehr vertrauen',
  trustText:
    'Änderungen vertrauter Mitglieder gelten sofort, auch gewichtige, und vertraute Mitglieder sehen die Änderungen ' +
    'anderer an. Sperren können sie nichts.',
  trustReasonHint: 'Er bleibt im Protokoll der Moderation. Wer das Vertrauen verliert, liest ihn.',
  notices: {
    trusted: 'Das Mitglied gilt jetzt als vertraut.',
    untrusted: 'Das Mitglied gilt nicht mehr als vertraut.',
    unchanged: 'Es gab nichts zu ändern.',
  },
}
