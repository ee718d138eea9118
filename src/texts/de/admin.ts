import type { admin as english } from '../en/admin.ts'

export const admin: typeof english = {
  title: 'Verwaltung',
  places: { accounts: 'Konten', keys: 'Schlüssel', 'audit-log': 'Protokoll' },
  search: 'Konten suchen, deren Benutzername oder E-Mail-Adresse so beginnt',
  noneTitle: 'Kein Konto gefunden',
  noneText: 'Versuchen Sie es mit dem Anfang eines Benutzernamens oder einer E-Mail-Adresse.',
  next: 'Ältere Konten',
  back: 'Alle Konten',
  account: 'Konto',
  name: 'Name',
  email: 'E-Mail-Adresse',
  role: 'Rolle',
  created: 'Registriert',
  state: 'Zustand',
  active: 'Aktiv',
  unverified: 'Adresse nicht bestätigt',
  suspended: 'Gesperrt',
  suspendedAt: 'Gesperrt am',
  browsers: 'Angemeldete Geräte',
  applications: 'Erlaubte Anwendungen',
  keys: 'API-Schlüssel',
  reviews: 'Rezensionen',
  may: 'Was das Konto darf',
  roles: {
    member: {
      name: 'Mitglied',
      meaning: 'Kann eine Merkliste führen, Rezensionen schreiben und API-Schlüssel bekommen.',
    },
    moderator: {
      name: 'Moderation',
      meaning: 'Kann außerdem Rezensionen anderer entfernen, mit einem Grund, den sie sehen.',
    },
    administrator: {
      name: 'Verwaltung',
      meaning: 'Kann außerdem alle Konten und Schlüssel sehen, sperren und freigeben, und Rollen ändern.',
    },
  },
  saveRole: 'Rolle speichern',
  suspendTitle: 'Sperren',
  suspendText:
    'Das Konto wird auf allen Geräten abgemeldet, und niemand kann sich damit anmelden. Seine Schlüssel und ' +
    'Anwendungen gelten nicht, bis Sie es freigeben. Nichts wird gelöscht.',
  suspend: 'Konto sperren',
  restoreTitle: 'Freigeben',
  restoreText: 'Die Anmeldung ist wieder möglich, und Schlüssel und Anwendungen gelten wie zuvor.',
  restore: 'Konto freigeben',
  lastAdministrator: 'Dies ist das letzte Konto mit dieser Rolle. Geben Sie sie zuerst einem anderen Konto.',
  removeReview: 'Rezension entfernen',
  keepReview: 'Behalten',
  reason: 'Grund',
  reasonHint:
    'Wer die Rezension geschrieben hat, sieht ihn in einer Mitteilung, und er bleibt in der Liste der Änderungen.',
  reasonWrong: (most) => `Geben Sie einen Grund mit höchstens ${most} Zeichen an.`,
  notices: {
    reviewRemoved: 'Die Rezension ist entfernt.',
    suspended: 'Das Konto ist gesperrt.',
    restored: 'Das Konto ist freigegeben.',
  },
}
