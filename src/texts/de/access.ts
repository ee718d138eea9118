import type { access as english } from '../en/access.ts'

export const access: typeof english = {
  title: 'Zugriff auf Ihr Konto',
  about: 'Passkeys, Apps, Zugriffstoken, Schlüssel und geheime Adressen auf einer Seite, zum Prüfen und Beenden.',
  see: 'Alle Zugriffe ansehen',
  lead: 'Außer Ihrem Passwort öffnet dies Ihr Konto oder etwas Privates darin. Beenden Sie, was Sie nicht kennen.',
  recovered: (time) =>
    `Sie haben am ${time} wieder Zugang zu Ihrem Konto bekommen. Was vorher eingerichtet wurde und hier aufgeführt ` +
    'ist, funktioniert weiter.',
  banner: 'Sie haben wieder Zugang zu Ihrem Konto bekommen.',
  bannerLink: 'Ansehen, was es sonst noch öffnet',
  kinds: {
    passkey: 'Passkey',
    app: 'App',
    token: 'Zugriffstoken',
    key: 'API-Schlüssel',
    calendar: 'Kalender',
    webhook: 'Webhook',
    player: 'Player',
    list: 'Liste',
  },
  calendar: 'Geheime Adresse Ihres Kalenders',
  player: 'Geheime Adresse Ihrer Player',
  list: (name) => `Link zu „${name}“`,
  since: (time) => `Seit dem ${time}.`,
  end: 'Zugriff beenden',
  endAll: 'Alle Zugriffe beenden',
  endAllText: 'Beendet alles in dieser Liste und meldet Sie auf allen anderen Geräten ab.',
  codes: 'Einmalcodes sind eingeschaltet. Mit Ihrem Passwort allein kann sich also niemand anmelden.',
  none: 'Nichts anderes öffnet Ihr Konto',
  noneText: 'Passkeys, Apps, Token, Schlüssel und geheime Adressen erscheinen hier.',
  keep: 'Den Rest behalten',
  goOn: 'Weiter',
  unverified: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse',
  unverifiedText:
    'Bis dahin kann nichts hinzugefügt werden, das Ihr Konto öffnet. Die Adresse gehört vielleicht jemand anderem.',
  notices: {
    ended: 'Zugriff beendet.',
    allEnded: 'Alle anderen Zugriffe sind beendet, und alle anderen Geräte sind abgemeldet.',
    passwordChanged: 'Passwort geändert. Alle anderen Geräte sind abgemeldet, und Apps haben keinen Zugriff mehr.',
  },
}
