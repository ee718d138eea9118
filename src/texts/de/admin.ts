import type { admin as english } from '../en/admin.ts'

export const admin: typeof english = {
  title: 'Verwaltung',
  places: { accounts: 'Konten', invitations: 'Einladungen', keys: 'Schlüssel', 'audit-log': 'Protokoll' },
  signUps: {
    open:
      'Jeder kann sich registrieren. ' +
      'Mit der Einstellung signups auf invitation braucht man dazu einen Link, den Sie hier erstellen.',
    invitation: 'Registrieren kann sich, wer einen Link hat, den Sie hier erstellen.',
    closed:
      'Niemand kann sich registrieren. Das sagen die Einstellungen signups und private; account create legt Konten an.',
  },
  invite: 'Jemanden einladen',
  invitationMade: 'Ein Link für eine Person',
  invitationOnce: (days: number) =>
    `Kopieren Sie ihn jetzt, er wird nur dieses eine Mal angezeigt. Er gilt einmal, innerhalb von ${days} Tagen.`,
  openInvitations: 'Offene Einladungen',
  invitationOf: (username: string, end: string) => `Erstellt von ${username}, gilt bis ${end}`,
  revokeInvitation: 'Widerrufen',
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
      meaning: 'Kann außerdem Rezensionen anderer entfernen und ihre Listen verbergen, mit einem Grund, den sie sehen.',
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
  hideList: 'Liste verbergen',
  hideListText: 'Wer die Liste angelegt hat, sieht weiterhin alles, und den Grund.',
  hideWhat: 'Was verborgen wird',
  hideables: {
    list: 'Die ganze Liste: Nur wer sie angelegt hat und die Moderation sehen sie noch',
    text: 'Name und Beschreibung: Andere sehen die Titel darauf, ohne Namen der Liste',
  },
  showList: 'Liste wieder zeigen',
  showListText: 'Andere sehen die Liste wieder, soweit sie für andere gedacht ist.',
  listReasonHint: 'Wer die Liste angelegt hat, sieht ihn, und er bleibt im Protokoll.',
  keepList: 'Zurück zur Liste',
  reason: 'Grund',
  reasonHint:
    'Wer die Rezension geschrieben hat, sieht ihn in einer Mitteilung, und er bleibt in der Liste der Änderungen.',
  reasonWrong: (most) => `Geben Sie einen Grund mit höchstens ${most} Zeichen an.`,
  notices: {
    tooManyInvitations: 'Es gibt zu viele offene Einladungen. Widerrufen Sie zuerst einige.',
    invitationRevoked: 'Die Einladung ist widerrufen.',
    reviewRemoved: 'Die Rezension ist entfernt.',
    listHidden: 'Die Liste ist verborgen.',
    listTextHidden: 'Name und Beschreibung der Liste sind verborgen.',
    listShown: 'Andere können die Liste wieder sehen.',
    suspended: 'Das Konto ist gesperrt.',
    restored: 'Das Konto ist freigegeben.',
  },
}
