import type { keys as english } from '../en/keys.ts'

export const keys: typeof english = {
  title: 'API-Schlüssel',
  lead: 'Mit einem Schlüssel fragt eine Anwendung diesen Katalog ab. Jede Anwendung sollte ihren eigenen haben.',
  apply: 'Schlüssel beantragen',
  none: 'Noch kein Schlüssel',
  noneText: 'Ein paar Angaben zur Anwendung genügen, dann gibt es den Schlüssel sofort.',
  full: (most) =>
    `Das Konto hat ${most} Schlüssel, mehr sind nicht möglich. Platz schafft, einen zu widerrufen, der nicht mehr ` +
    'gebraucht wird.',
  unverified: 'Die E-Mail-Adresse ist noch nicht bestätigt',
  unverifiedText: 'Wir haben einen Link dorthin gesendet. Ist er benutzt, gibt es hier Schlüssel.',
  plans: { developer: 'Developer', professional: 'Professional' },
  planHints: {
    developer: 'Zum Ausprobieren, für den eigenen Gebrauch und für kleine Anwendungen.',
    professional: 'Für Anwendungen, die viele Menschen gleichzeitig benutzen.',
  },
  perSecond: (limit) => (limit === '1' ? 'Eine Anfrage pro Sekunde' : `Bis zu ${limit} Anfragen pro Sekunde`),
  noLimit: 'Beliebig viele Anfragen pro Sekunde',
  key: 'Schlüssel',
  endsIn: (lastFour) => `endet auf ${lastFour}`,
  plan: 'Plan',
  dialectLabel: 'Feldnamen',
  dialects: { neutral: 'Wie in der Spezifikation', common: 'Wie bestehende Apps sie erwarten' },
  dialectHints: {
    neutral: 'Für selbst geschriebene Anwendungen, mit den Namen aus der Referenz dieses Servers.',
    common:
      'Für Anwendungen, die für andere Server mit dieser Schnittstelle gemacht sind und Namen wie imdb_id erwarten.',
  },
  created: 'Angelegt',
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'nie',
  lastDay: 'Anfragen, letzte 24 Stunden',
  lastMonth: 'Anfragen, letzte 30 Tage',
  ofThemRefused: (count) => `${count} davon über der Grenze`,
  chart: (month, most, day) =>
    `Anfragen pro Tag in den letzten 30 Tagen: insgesamt ${month}, die meisten am ${day}: ${most}.`,
  replace: 'Neuer Schlüssel',
  revoke: 'Widerrufen',
  suspended:
    'Gesperrt: Anfragen mit diesem Schlüssel werden abgelehnt. Ist das ein Irrtum, helfen die Betreiber dieses ' +
    'Servers.',
  replaced: (time) => `Durch einen neuen Schlüssel ersetzt. Dieser gilt noch bis ${time}.`,
  stopped: 'Schlüssel, die nicht mehr gelten',
  revokedAt: (time) => `widerrufen am ${time}`,
  endedAt: (time) => `ersetzt, geendet am ${time}`,
  forKey: (name, lastFour) => `${name}, Schlüssel endet auf ${lastFour}`,

  applyTitle: 'API-Schlüssel beantragen',
  applyLead: 'Alle Felder werden gebraucht. Den Schlüssel gibt es gleich nach dem Absenden.',
  planLabel: 'Plan',
  name: 'Name der Anwendung',
  applicationAddress: 'Adresse der Anwendung',
  applicationAddressHint: 'Wo man sie findet oder etwas über sie erfährt: eine Website oder eine Seite ihres Codes.',
  kindOfUse: 'Art der Nutzung',
  choose: 'Bitte wählen',
  kindsOfUse: {
    website: 'Website',
    mobile: 'Mobile Anwendung',
    desktop: 'Desktop-Anwendung',
    media_centre: 'Media-Center',
    education: 'Lehre oder Forschung',
    other: 'Etwas anderes',
  },
  summary: 'Was sie tun soll',
  summaryHint: (least, most) =>
    `In ${least} bis ${most} Zeichen: was die Anwendung tut und was sie aus dem Katalog braucht.`,
  contact: 'Kontakt',
  contactHint: 'Eine E-Mail-Adresse, an die die Betreiber dieses Servers wegen der Anwendung schreiben können.',
  terms: 'Nutzungsbedingungen',
  termsList: [
    'Der Schlüssel bleibt geheim: Er wird nicht veröffentlicht und nicht weitergegeben.',
    'Die Anwendung hält die Grenze ihres Plans ein und behält Antworten, wo es geht, statt noch einmal zu fragen.',
    'Sie nennt die Quelle dessen, was sie zeigt, wie es die Lizenzen des Katalogs verlangen.',
    'Die Betreiber dieses Servers können einen Schlüssel sperren, der dem Server oder anderen Menschen schadet.',
  ],
  acceptTerms: 'Ich nehme diese Bedingungen an',
  send: 'Schlüssel holen',
  wrong: {
    plan: 'Bitte einen der Pläne wählen.',
    dialect: 'Bitte wählen, welche Feldnamen der Schlüssel bekommt.',
    name: (most) => `Bitte den Namen der Anwendung angeben, in einer Zeile mit höchstens ${most} Zeichen.`,
    application_address: (most) =>
      `Bitte die Adresse der Anwendung angeben. Sie beginnt mit https:// oder http:// und hat höchstens ${most} ` +
      'Zeichen.',
    kind_of_use: 'Bitte eine Art der Nutzung wählen.',
    summary: (least, most) => `Bitte in ${least} bis ${most} Zeichen sagen, was die Anwendung tun soll.`,
    contact: 'Bitte eine E-Mail-Adresse der Form name@rechner angeben.',
    terms: 'Bitte die Nutzungsbedingungen annehmen.',
    overlap: (most) => `Bitte 0 bis ${most} Tage wählen.`,
    overlapFull: (most) =>
      `Das Konto hat ${most} Schlüssel, mehr sind nicht möglich. Bitte den alten sofort enden lassen oder einen ` +
      'widerrufen, der nicht mehr gebraucht wird.',
  },

  madeTitle: 'Der neue Schlüssel',
  madeOnce: 'Bitte jetzt kopieren: Der Schlüssel wird nur dieses eine Mal ganz gezeigt, denn wir heben ihn nicht auf.',
  shownAlready:
    'Der Schlüssel wurde hier einmal gezeigt, und wir heben ihn nicht auf. Wurde er nicht kopiert, lässt er sich bei ' +
    'den Schlüsseln durch einen neuen ersetzen.',
  madeFor: (name) => `Schlüssel für ${name}`,
  tryIt: 'Ausprobieren',
  tryItText: 'Diese Anfrage antwortet, dass der Schlüssel gilt:',
  oldEnds: (time) => `Der alte Schlüssel gilt noch bis ${time}.`,
  oldEnded: 'Der alte Schlüssel gilt nicht mehr.',
  toKeys: 'Zu den Schlüsseln',

  replaceTitle: (name) => `Neuer Schlüssel für ${name}`,
  replaceText:
    'Der neue Schlüssel hat denselben Plan und dieselben Feldnamen, und der alte hört auf zu gelten. Wer mit der ' +
    'Anwendung angemeldet ist, bleibt es.',
  overlap: 'Wie lange der alte Schlüssel noch gilt',
  overlapHint:
    'Zeit, um den neuen Schlüssel überall einzutragen, wo der alte steht. „Gar nicht“ ist richtig, wenn jemand ' +
    'anderes den alten kennen könnte.',
  overlapDays: (days) => (days === 0 ? 'Gar nicht' : days === 1 ? '1 Tag' : `${days} Tage`),
  replaceNow: 'Neuen Schlüssel anlegen',
  revokeTitle: (name) => `Schlüssel von ${name} widerrufen`,
  revokeText:
    'Anfragen mit diesem Schlüssel werden ab sofort abgelehnt, und alle, die damit angemeldet sind, werden ' +
    'abgemeldet. Das lässt sich nicht rückgängig machen.',
  revokeNow: 'Schlüssel widerrufen',
  cancel: 'Abbrechen',

  notificationsTitle: 'Mitteilungen',
  noNotifications: 'Es ist noch nichts geschehen',
  noNotificationsText:
    'Hier steht, wenn ein eigener Schlüssel angelegt, ersetzt, gesperrt oder widerrufen oder eine Rezension entfernt ' +
    'wird.',
  unread: 'Neu',
  markRead: 'Alle als gelesen markieren',
  toOwnKeys: 'Schlüssel zeigen',
  events: {
    key_made: ({ name, lastFour }) => `Für ${name} wurde ein Schlüssel angelegt. Er endet auf ${lastFour}.`,
    key_replaced: ({ name, lastFour, ends }) =>
      `${name} hat einen neuen Schlüssel, der auf ${lastFour} endet. Der vorige gilt bis ${ends}.`,
    key_revoked: ({ name, lastFour }) =>
      `Der Schlüssel von ${name}, der auf ${lastFour} endet, wurde von der Administration widerrufen.`,
    key_suspended: ({ name, lastFour }) =>
      `Der Schlüssel von ${name}, der auf ${lastFour} endet, wurde von der Administration gesperrt.`,
    key_restored: ({ name, lastFour }) => `Der Schlüssel von ${name}, der auf ${lastFour} endet, gilt wieder.`,
    review_removed: ({ title, reason }) =>
      `Die Moderation hat die Rezension zu ${title} entfernt. Der Grund: ${reason}`,
  },

  allTitle: 'Alle API-Schlüssel',
  found: (total) => `${total} Schlüssel`,
  searchKeys: 'Schlüssel finden',
  searchHint: 'Der Anfang eines Anwendungs- oder Benutzernamens oder die letzten vier Zeichen eines Schlüssels.',
  search: 'Finden',
  noneFound: 'Kein Schlüssel gefunden',
  noneFoundText: 'Vielleicht hilft der Anfang des Namens, oder weniger Buchstaben.',
  application: 'Anwendung',
  holder: 'Konto',
  holderSuspended: 'gesperrt',
  ofCommandLine: 'auf der Kommandozeile angelegt',
  state: 'Zustand',
  states: { valid: 'Gültig', suspended: 'Gesperrt', revoked: 'Widerrufen', replaced: 'Wird ersetzt', ended: 'Ersetzt' },
  actions: 'Aktionen',
  suspend: 'Sperren',
  restore: 'Freigeben',
  notices: {
    gone: 'Dieser Schlüssel gilt nicht mehr, oder er wird schon ersetzt.',
    revoked: 'Der Schlüssel ist widerrufen.',
    suspended: 'Der Schlüssel ist gesperrt.',
    restored: 'Der Schlüssel gilt wieder.',
    unchanged: 'Nichts wurde geändert: Der Schlüssel ist nicht mehr in diesem Zustand.',
    read: 'Alle Mitteilungen sind als gelesen markiert.',
  },
}
