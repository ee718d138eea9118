import type { keys as english } from '../en/keys.ts'

export const keys: typeof english = {
  title: 'API-Schlüssel',
  lead: 'Eine Anwendung braucht einen Schlüssel für die API dieses Katalogs. Geben Sie jeder ihren eigenen.',
  apply: 'Schlüssel beantragen',
  none: 'Sie haben noch keinen Schlüssel',
  noneText: 'Beschreiben Sie Ihre Anwendung, dann bekommen Sie sofort einen Schlüssel.',
  full: (most) =>
    `Sie haben ${most} Schlüssel, mehr sind für ein Konto nicht möglich. Widerrufen Sie einen, den Sie nicht mehr ` +
    'benutzen.',
  unverified: 'Ihre E-Mail-Adresse ist noch nicht bestätigt',
  unverifiedText:
    'Folgen Sie dem Link in der E-Mail, die wir Ihnen gesendet haben. Danach können Sie einen Schlüssel bekommen.',
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
  opens: 'Öffnet',
  opensPlex: 'Die Adressen für Plex',
  dialectLabel: 'Feldnamen',
  dialects: { neutral: 'Wie in der Spezifikation', common: 'Wie bestehende Apps sie erwarten' },
  dialectHints: {
    neutral: 'Für Apps, die Sie selbst schreiben, mit den Namen aus der Referenz dieses Servers.',
    common: 'Für Apps, die für andere Server mit dieser Schnittstelle gemacht sind und Namen wie imdb_id erwarten.',
  },
  languagesLabel: 'Sprachen',
  noLanguages: 'Englisch, wenn eine Anfrage keine nennt',
  languagesHint: (most) =>
    `Bis zu ${most} Kürzel wie pt-BR, pt-PT, es. Anfragen, die keine Sprache nennen, bekommen jeden Text in der ` +
    'ersten davon, die ihn hat, sonst in der Originalsprache. Das Feld darf leer bleiben: Dann bekommen sie Englisch.',
  languagesTitle: (name) => `Sprachen von ${name}`,
  languagesText: 'Sie gelten für Anfragen mit diesem Schlüssel, die selbst keine Sprache nennen.',
  languages: 'Sprachen',
  saveLanguages: 'Sprachen speichern',
  created: 'Angelegt',
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'nie',
  lastDay: 'Anfragen, letzte 24 Stunden',
  lastMonth: 'Anfragen, letzte 30 Tage',
  ofThemRefused: (count) => `${count} davon über dem Limit`,
  chart: (month, most, day) =>
    `Anfragen pro Tag in den letzten 30 Tagen: insgesamt ${month}, höchstens ${most} am ${day}.`,
  replace: 'Neuer Schlüssel',
  revoke: 'Widerrufen',
  suspended:
    'Gesperrt: Anfragen mit diesem Schlüssel werden abgelehnt. Wenden Sie sich an die Betreiber dieses Servers, wenn ' +
    'Sie das für einen Irrtum halten.',
  replaced: (time) => `Durch einen neuen Schlüssel ersetzt. Dieser gilt noch bis ${time}.`,
  stopped: 'Nicht mehr gültige Schlüssel',
  revokedAt: (time) => `widerrufen am ${time}`,
  endedAt: (time) => `ersetzt, abgelaufen am ${time}`,
  forKey: (name, lastFour) => `${name}, Schlüssel endet auf ${lastFour}`,

  applyTitle: 'API-Schlüssel beantragen',
  applyLead: 'Nur die Sprachen dürfen leer bleiben. Sie bekommen den Schlüssel, sobald Sie das Formular absenden.',
  planLabel: 'Plan',
  name: 'Name der Anwendung',
  applicationAddress: 'Adresse der Anwendung',
  applicationAddressHint: 'Wo man sie findet oder etwas über sie liest: eine Website oder die Seite ihres Codes.',
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
  summary: 'Was Sie vorhaben',
  summaryHint: (least, most) =>
    `In ${least} bis ${most} Zeichen: was die Anwendung tut und was sie aus dem Katalog braucht.`,
  contact: 'Kontakt',
  contactHint: 'Eine E-Mail-Adresse, unter der die Betreiber dieses Servers Sie wegen der Anwendung erreichen.',
  terms: 'Nutzungsbedingungen',
  termsList: [
    'Halten Sie den Schlüssel geheim: Veröffentlichen Sie ihn nicht, und geben Sie ihn nicht weiter.',
    'Halten Sie das Limit Ihres Plans ein, und speichern Sie Antworten zwischen, wo es geht.',
    'Nennen Sie die Quellen dessen, was Sie zeigen, wie es die Lizenzen des Katalogs verlangen.',
    'Die Betreiber dieses Servers können einen Schlüssel sperren, der dem Server oder anderen schadet.',
  ],
  acceptTerms: 'Ich nehme diese Bedingungen an',
  send: 'Schlüssel holen',
  wrong: {
    plan: 'Wählen Sie einen der Pläne.',
    dialect: 'Wählen Sie, welche Feldnamen der Schlüssel bekommt.',
    languages: 'Geben Sie Kürzel von Sprachen wie pt-BR, pt-PT, es ein, oder lassen Sie das Feld leer.',
    name: (most) => `Geben Sie den Namen der Anwendung ein, in einer Zeile mit höchstens ${most} Zeichen.`,
    application_address: (most) =>
      `Geben Sie die Adresse der Anwendung ein. Sie beginnt mit https:// oder http:// und hat höchstens ${most} ` +
      'Zeichen.',
    kind_of_use: 'Wählen Sie eine Art der Nutzung.',
    summary: (least, most) => `Beschreiben Sie in ${least} bis ${most} Zeichen, was Sie vorhaben.`,
    contact: 'Geben Sie eine E-Mail-Adresse der Form name@rechner ein.',
    terms: 'Nehmen Sie die Nutzungsbedingungen an.',
    overlap: (most) => `Wählen Sie 0 bis ${most} Tage.`,
    overlapFull: (most) =>
      `Sie haben ${most} Schlüssel, mehr sind für ein Konto nicht möglich. Lassen Sie den alten sofort ablaufen, ` +
      'oder widerrufen Sie einen, den Sie nicht mehr benutzen.',
  },

  madeTitle: 'Ihr neuer Schlüssel',
  madeOnce: 'Kopieren Sie den Schlüssel jetzt. Er wird nur dieses eine Mal angezeigt, weil wir ihn nicht speichern.',
  shownAlready:
    'Ihr Schlüssel wurde hier einmal angezeigt und ist nicht gespeichert. Wenn Sie ihn nicht kopiert haben, ersetzen ' +
    'Sie ihn in der Liste Ihrer Schlüssel durch einen neuen.',
  madeFor: (name) => `Schlüssel für ${name}`,
  tryIt: 'Ausprobieren',
  tryItText: 'Diese Anfrage prüft, ob der Schlüssel gültig ist:',
  oldEnds: (time) => `Der alte Schlüssel ist gültig bis ${time}.`,
  oldEnded: 'Der alte Schlüssel ist nicht mehr gültig.',
  toKeys: 'Zu Ihren Schlüsseln',

  replaceTitle: (name) => `Neuer Schlüssel für ${name}`,
  replaceText:
    'Sie bekommen einen neuen Schlüssel mit demselben Plan und denselben Feldnamen, und der alte läuft ab. Wer mit ' +
    'Ihrer Anwendung angemeldet ist, bleibt es.',
  overlap: 'Wie lange der alte Schlüssel gültig bleibt',
  overlapHint:
    'Die Zeit, die Sie brauchen, um den neuen Schlüssel überall einzutragen. Wählen Sie „Gar nicht“, wenn jemand ' +
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
  noNotifications: 'Noch keine Mitteilungen',
  noNotificationsText:
    'Sie bekommen eine Mitteilung, wenn einer Ihrer Schlüssel angelegt, ersetzt, gesperrt, freigegeben oder ' +
    'widerrufen wird, wenn ein Zugriffstoken für Ihr Konto angelegt wird oder wenn eine Ihrer Rezensionen ' +
    'entfernt oder eine Ihrer Listen verborgen wird.',
  unread: 'Neu',
  markRead: 'Alle als gelesen markieren',
  toOwnKeys: 'Schlüssel anzeigen',
  events: {
    key_made: ({ name, lastFour }) => `Für ${name} wurde ein Schlüssel angelegt. Er endet auf ${lastFour}.`,
    key_replaced: ({ name, lastFour, ends }) =>
      `${name} hat einen neuen Schlüssel, der auf ${lastFour} endet. Der alte ist gültig bis ${ends}.`,
    key_revoked: ({ name, lastFour }) =>
      `Der Schlüssel von ${name}, der auf ${lastFour} endet, wurde von der Administration widerrufen.`,
    key_suspended: ({ name, lastFour }) =>
      `Der Schlüssel von ${name}, der auf ${lastFour} endet, wurde von der Administration gesperrt.`,
    key_restored: ({ name, lastFour }) => `Der Schlüssel von ${name}, der auf ${lastFour} endet, ist wieder gültig.`,
    token_made: ({ name, lastFour }) => `Ein Zugriffstoken wurde angelegt: ${name}. Es endet auf ${lastFour}.`,
    list_hidden: ({ title, reason }) =>
      `Die Moderation hat Ihre Liste ${title} vor anderen verborgen. Der Grund: ${reason}`,
    list_text_hidden: ({ title, reason }) =>
      `Die Moderation hat Name und Beschreibung Ihrer Liste ${title} vor anderen verborgen. Der Grund: ${reason}`,
    list_restored: ({ title }) => `Andere können Ihre Liste ${title} wieder sehen.`,
    lists_taken: ({ count, many, reason }) =>
      count === 1
        ? `Die Moderation hat eine Ihrer Listen vor anderen verborgen. Der Grund: ${reason}`
        : `Die Moderation hat ${many} Ihrer Listen vor anderen verborgen. Der Grund: ${reason}`,
    lists_given_back: ({ count, many }) =>
      count === 1
        ? 'Andere können eine Ihrer Listen wieder sehen.'
        : `Andere können ${many} Ihrer Listen wieder sehen.`,
    ratings_taken: ({ count, many, reason }) =>
      count === 1
        ? `Die Moderation hat eine Ihrer Bewertungen beiseitegelegt, sie zählt nicht mehr. Der Grund: ${reason}`
        : `Die Moderation hat ${many} Ihrer Bewertungen beiseitegelegt, sie zählen nicht mehr. Der Grund: ${reason}`,
    ratings_given_back: ({ count, many }) =>
      count === 1 ? 'Eine Ihrer Bewertungen ist zurück.' : `${many} Ihrer Bewertungen sind zurück.`,
    edit_accepted: ({ title }) => `Ihre Änderungen an ${title} wurden angenommen.`,
    edit_refused: ({ title, reason }) => `Ihre Änderungen an ${title} wurden nicht angenommen. Der Grund: ${reason}`,
    profile_hidden: ({ reason }) => `Die Moderation hat Ihr Profil verborgen. Der Grund: ${reason}`,
    profile_restored: () => 'Die Moderation zeigt Ihr Profil wieder.',
    review_removed: ({ title, reason }) =>
      `Die Moderation hat Ihre Rezension zu ${title} entfernt. Der Grund: ${reason}`,
    edit_question: ({ title, reason }) => `Zu Ihren Änderungen an ${title} gibt es eine Frage: ${reason}`,
    edit_answered: ({ title, reason }) => `Zu den Änderungen an ${title} gibt es eine Antwort: ${reason}`,
    edits_overdue: ({ title }) => `Änderungen warten seit einer Woche. Die älteste betrifft ${title}.`,
    member_trusted: () =>
      'Sie gehören jetzt zu den vertrauten Mitgliedern: Mehr Ihrer Änderungen gelten sofort, und Sie können ' +
      'Änderungen anderer ansehen.',
    report_upheld: ({ title, reason }) =>
      `Vielen Dank für Ihre Meldung zu ${title}. Die Moderation stimmt zu: ${reason}`,
    report_dismissed: ({ title, reason }) => `Ihre Meldung zu ${title} wurde geprüft. Die Antwort: ${reason}`,
    member_untrusted: ({ reason }) => `Sie gehören nicht mehr zu den vertrauten Mitgliedern. Der Grund: ${reason}`,
    watched_record: ({ title, count, many }) =>
      count === 1
        ? `„${title}“, das Sie beobachten, wurde bearbeitet.`
        : `„${title}“, das Sie beobachten, wurde ${many}-mal bearbeitet.`,
    watched_record_gone: ({ title }) => `„${title}“, das Sie beobachtet haben, wurde gelöscht.`,
    watched_account: ({ name, title, count, many }) =>
      count === 1
        ? `${name} hat „${title}“ bearbeitet. Sie beobachten die Änderungen dieses Kontos.`
        : `${name} hat ${many} Änderungen gemacht, die letzte an „${title}“. Sie beobachten dieses Konto.`,
    watched_search: ({ title, query, count, many }) =>
      count === 1
        ? `Ihre beobachtete Suche nach „${query}“ findet etwas Neues: ${title}.`
        : `Ihre beobachtete Suche nach „${query}“ findet ${many} neue Einträge, zuletzt ${title}.`,
    watched_edits: ({ title, count, many }) =>
      count === 1
        ? `Eine beobachtete Suche in den Änderungen findet eine neue, an „${title}“.`
        : `Eine beobachtete Suche in den Änderungen findet ${many} neue, zuletzt an „${title}“.`,
  },

  allTitle: 'Alle API-Schlüssel',
  found: (total) => `${total} Schlüssel`,
  searchKeys: 'Schlüssel suchen',
  searchHint: 'Der Anfang eines Anwendungs- oder Benutzernamens oder die letzten vier Zeichen eines Schlüssels.',
  search: 'Suchen',
  noneFound: 'Kein Schlüssel gefunden',
  noneFoundText: 'Versuchen Sie es mit dem Anfang des Namens oder mit weniger Buchstaben.',
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
    languagesChanged: 'Die Sprachen des Schlüssels sind gespeichert.',
    gone: 'Dieser Schlüssel ist nicht mehr gültig, oder er wird schon ersetzt.',
    revoked: 'Der Schlüssel ist widerrufen.',
    suspended: 'Der Schlüssel ist gesperrt.',
    restored: 'Der Schlüssel ist wieder gültig.',
    unchanged: 'Nichts wurde geändert: Der Schlüssel ist nicht mehr in diesem Zustand.',
    read: 'Alle Mitteilungen sind als gelesen markiert.',
  },
}
