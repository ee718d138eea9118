import type { tokens as english } from '../en/tokens.ts'

export const tokens: typeof english = {
  lead:
    'Ein Zugriffstoken handelt für Sie: Ein Skript oder eine App, die es sendet, sieht und ändert, was zu Ihrem ' +
    'Konto gehört, ohne Ihr Passwort zu kennen. Geben Sie jeder ihr eigenes Token, mit den Rechten, die sie braucht.',
  none: 'Sie haben noch kein Zugriffstoken',
  noneText: 'Unten können Sie eines anlegen.',
  noKey: 'Sie brauchen zuerst einen API-Schlüssel',
  noKeyText: 'Ein Token gehört zu einem Ihrer API-Schlüssel und benutzt dessen Plan und Feldnamen.',
  toKeys: 'Zu Ihren Schlüsseln',
  token: ({ name, lastFour }) => `${name}, Token endet auf ${lastFour}`,
  facts: ({ lastFour, keyName }) => `Endet auf ${lastFour}. Gehört zum Schlüssel von ${keyName}.`,
  scopesLabel: 'Rechte',
  scopes: { read: 'Lesen', keep: 'Merken', edit: 'Bearbeiten' },
  scopeHints: {
    read: 'Ihr Konto, Ihre Merkliste, Favoriten, Bewertungen, Ihr Tagebuch und Ihre Listen sehen, auch private.',
    keep: 'Ihre Merkliste, Favoriten, Bewertungen, Listen und Ihr Tagebuch ändern.',
    edit: 'Den Katalog in Ihrem Namen bearbeiten und Bearbeitungen rückgängig machen.',
  },
  created: (time) => `Angelegt am ${time}.`,
  expires: (time) => `Läuft am ${time} ab.`,
  expired: (time) => `Abgelaufen am ${time}`,
  neverExpires: 'Läuft nicht ab.',
  lastUsed: (day) => `Zuletzt benutzt am ${day}.`,
  neverUsed: 'Noch nicht benutzt.',
  keyInactive: 'Sein Schlüssel gilt nicht mehr',
  revoke: 'Widerrufen',
  full: (most) =>
    `Sie haben ${most} Token, mehr darf ein Konto nicht haben. Widerrufen Sie eines, das Sie nicht mehr benutzen.`,
  newTitle: 'Neues Zugriffstoken',
  name: 'Name',
  nameHint: 'Wofür Sie es benutzen, zum Beispiel „Player im Wohnzimmer“.',
  key: 'API-Schlüssel',
  lifetime: 'Läuft ab',
  lifetimeDays: (days) => (days === 0 ? 'Nie' : `Nach ${days} Tagen`),
  create: 'Token anlegen',
  wrong: {
    name: (most) => `Geben Sie einen Namen ein, in einer Zeile mit höchstens ${most} Zeichen.`,
    key: 'Wählen Sie einen Ihrer Schlüssel.',
    scopes: 'Wählen Sie mindestens ein Recht.',
    lifetime: 'Wählen Sie, wann das Token abläuft.',
  },
  madeTitle: 'Ihr neues Zugriffstoken',
  madeFor: (name) => `Token für ${name}`,
  madeOnce: 'Kopieren Sie das Token jetzt. Es wird nur dieses Mal ganz gezeigt, weil wir es nicht speichern.',
  shownAlready:
    'Ihr Token wurde hier einmal angezeigt und ist nicht gespeichert. Wenn Sie es nicht kopiert haben, ' +
    'widerrufen Sie es, und legen Sie ein neues an.',
  tryIt: 'Ausprobieren',
  tryItText: 'Eine Anfrage trägt das Token in ihrem Header, nie in ihrer Adresse:',
  toTokens: 'Zu Ihren Token',
  notices: {
    revoked: 'Das Token ist widerrufen, und die Sitzungen, die daraus entstanden sind, sind beendet.',
  },
}
