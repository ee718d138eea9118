import type { admin as english } from '../en/admin.ts'

export const admin: typeof english = {
  title: 'Verwaltung',
  places: { accounts: 'Konten', keys: 'Schlüssel', 'audit-log': 'Protokoll' },
  search: 'Konten finden, deren Benutzername oder E-Mail-Adresse so beginnt',
  noneTitle: 'Kein Konto gefunden',
  noneText: 'Vielleicht hilft der Anfang eines Benutzernamens oder einer E-Mail-Adresse.',
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
  browsers: 'Angemeldete Browser',
  applications: 'Erlaubte Anwendungen',
  keys: 'API-Schlüssel',
  reviews: 'Rezensionen',
  may: 'Was das Konto darf',
  roles: {
    member: {
      name: 'Mitglied',
      meaning: 'Führt eine Merkliste, schreibt Rezensionen und bekommt Schlüssel für die API.',
    },
    moderator: {
      name: 'Moderation',
      meaning: 'Entfernt Rezensionen anderer, mit einem Grund, der ihnen mitgeteilt wird.',
    },
    administrator: {
      name: 'Verwaltung',
      meaning:
        'Kann das auch, sieht alle Konten und Schlüssel, sperrt sie und gibt sie wieder frei, und vergibt Rollen.',
    },
  },
  saveRole: 'Rolle speichern',
  suspendTitle: 'Sperren',
  suspendText:
    'Das Konto wird überall abgemeldet, und niemand kann sich mehr damit anmelden. Seine Schlüssel und die ' +
    'Anwendungen, die es benutzen, ruhen, bis es wieder frei ist. Nichts wird gelöscht.',
  suspend: 'Konto sperren',
  restoreTitle: 'Freigeben',
  restoreText: 'Die Anmeldung geht wieder, und Schlüssel und Anwendungen laufen wie zuvor.',
  restore: 'Konto freigeben',
  lastAdministrator: 'Dies ist das letzte Konto mit dieser Rolle. Bitte erst einem anderen die Rolle geben.',
  removeReview: 'Rezension entfernen',
  keepReview: 'Nicht entfernen',
  reason: 'Grund',
  reasonHint: 'Wer sie geschrieben hat, liest ihn in einer Mitteilung, und er bleibt in der Liste der Änderungen.',
  reasonWrong: (most) => `Bitte einen Grund mit höchstens ${most} Zeichen angeben.`,
  notices: {
    reviewRemoved: 'Die Rezension ist entfernt.',
    suspended: 'Das Konto ist gesperrt.',
    restored: 'Das Konto ist wieder frei.',
  },
}
