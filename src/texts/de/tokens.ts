import type { tokens as english } from '../en/tokens.ts'

export const tokens: typeof english = {
  lead:
    'Mit einem Zugriffstoken kann ein Skript oder eine App Ihr Konto ohne Ihr Passwort benutzen. Legen Sie für jede ' +
    'ein eigenes an, nur mit den nötigen Rechten.',
  none: 'Noch keine Zugriffstoken',
  noneText: 'Unten können Sie eines anlegen.',
  noKey: 'Sie brauchen zuerst einen API-Schlüssel',
  noKeyText: 'Ein Token gehört zu einem Ihrer API-Schlüssel und benutzt dessen Plan und Feldnamen.',
  toKeys: 'Zu Ihren Schlüsseln',
  token: ({ name, lastFour }) => `${name}, Token endet auf ${lastFour}`,
  facts: ({ lastFour, keyName }) => `Endet auf ${lastFour}. Gehört zum Schlüssel „${keyName}“.`,
  scopesLabel: 'Rechte',
  scopes: { read: 'Lesen', keep: 'Merken', edit: 'Bearbeiten', moderate: 'Moderieren' },
  scopeHints: {
    read: 'Ihr Konto, Ihre Merkliste, Favoriten, Bewertungen, Ihr Tagebuch und Ihre Listen sehen, auch private.',
    keep: 'Ihre Merkliste, Favoriten, Bewertungen, Listen und Ihr Tagebuch ändern.',
    edit: 'Den Katalog in Ihrem Namen bearbeiten und Änderungen rückgängig machen.',
    moderate: 'Über Änderungen und Meldungen anderer und über Schutz entscheiden, wie Sie es selbst dürfen.',
  },
  created: (time) => `Angelegt am ${time}.`,
  expires: (time) => `Läuft am ${time} ab.`,
  expired: (time) => `Abgelaufen am ${time}`,
  neverExpires: 'Läuft nicht ab.',
  lastUsed: (day) => `Zuletzt benutzt am ${day}.`,
  neverUsed: 'Noch nicht benutzt.',
  keyInactive: 'Sein Schlüssel ist abgelaufen, widerrufen oder gesperrt',
  revoke: 'Widerrufen',
  full: (most) =>
    `Sie haben ${most} Token, mehr sind für ein Konto nicht möglich. Widerrufen Sie eines, das Sie nicht ` +
    'mehr benutzen.',
  newTitle: 'Neues Zugriffstoken',
  name: 'Name',
  nameHint: 'Wofür Sie es benutzen, zum Beispiel „Player im Wohnzimmer“.',
  key: 'API-Schlüssel',
  lifetime: 'Läuft ab',
  lifetimeDays: (days) => (days === 0 ? 'Nie' : `Nach ${days} Tagen`),
  create: 'Token anlegen',
  wrong: {
    name: (most) => `Geben Sie einen Namen mit höchstens ${most} Zeichen ein.`,
    key: 'Wählen Sie einen Ihrer Schlüssel.',
    scopes: 'Wählen Sie mindestens ein Recht.',
    lifetime: 'Wählen Sie, wann das Token abläuft.',
  },
  madeTitle: 'Ihr neues Zugriffstoken',
  madeFor: (name) => `Token für ${name}`,
  madeOnce: 'Kopieren Sie das Token jetzt. Wir speichern es nicht, es wird also nur einmal angezeigt.',
  shownAlready:
    'Wir speichern keine Token, dieses wird also nicht noch einmal angezeigt. Nicht kopiert? Widerrufen Sie es und ' +
    'legen Sie ein neues an.',
  tryIt: 'Ausprobieren',
  tryItText: 'Senden Sie das Token im Header einer Anfrage, nie in ihrer Adresse:',
  toTokens: 'Zurück zu Ihren Token',
  notices: {
    revoked: 'Token widerrufen. Auch die damit begonnenen Sitzungen sind beendet.',
  },
}
