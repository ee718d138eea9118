import type { following as english } from '../en/following.ts'

export const following: typeof english = {
  title: 'Beobachtet',
  lead: 'Sie bekommen eine Mitteilung, wenn sich hier etwas ändert. Niemand sonst sieht, was Sie beobachten.',
  follow: 'Beobachten',
  stop: 'Nicht mehr beobachten',
  followSearch: 'Diese Suche beobachten',
  stopSearch: 'Diese Suche nicht mehr beobachten',
  followEdits: 'Diese Änderungen beobachten',
  stopEdits: 'Diese Änderungen nicht mehr beobachten',
  none: 'Sie beobachten noch nichts',
  noneText:
    'Wählen Sie „Beobachten“ bei einem Eintrag, einem Konto, einer Liste oder einer Suche, dann erfahren Sie Neues.',
  kinds: { record: 'Eintrag', account: 'Änderungen eines Kontos', search: 'Suche', list: 'Liste' },
  searchFor: (query) => `Suche nach „${query}“`,
  searchOfEdits: 'Letzte Änderungen',
  since: (day) => `seit ${day}`,
  stopOf: (name) => `${name} nicht mehr beobachten`,
  full: (most) =>
    `Sie beobachten davon schon ${most}, mehr sind für ein Konto nicht möglich. Beobachten Sie zuerst einige ` +
    'nicht mehr.',
  fullTitle: 'Sie können nicht mehr beobachten',
  toList: 'Beobachtet',
  show: 'Anzeigen',
  digest: 'Neues per E-Mail senden, höchstens einmal am Tag',
  digestHint: 'Nur was Sie noch nicht gelesen haben. Jede E-Mail hat einen Link zum Abbestellen.',
  needsAddress: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse.',
  unsent: 'Dieser Server verschickt noch keine E-Mails. Ihre Wahl gilt, sobald er es tut.',
  stopMailsTitle: 'Diese E-Mails abbestellen',
  stopMailsText: 'Sie bekommen keine E-Mails über Beobachtetes mehr. Ihre Mitteilungen hier bleiben, wie sie sind.',
  stopMails: 'Abbestellen',
  mailsEnded: 'Die E-Mails sind abbestellt',
  mailsEndedText: 'In Ihren Einstellungen können Sie sie wieder einschalten.',
  linkExpired: 'Dieser Link ist abgelaufen',
  linkExpiredText: 'Melden Sie sich an und wählen Sie in den Einstellungen, welche E-Mails Sie bekommen.',
  toSettings: 'Zu den Einstellungen',
  notices: {
    added: 'Sie beobachten das jetzt. Sie bekommen eine Mitteilung, wenn sich hier etwas ändert.',
    there: 'Sie beobachten das schon.',
    ended: 'Sie beobachten das nicht mehr.',
  },
}
