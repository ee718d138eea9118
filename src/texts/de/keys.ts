import type { keys as english } from '../en/keys.ts'

export const keys: typeof english = {
  title: 'API-Schlüssel',
  lead: 'Eine App braucht einen Schlüssel für die API dieses Katalogs. Geben Sie jeder App einen eigenen.',
  apply: 'Schlüssel anlegen',
  none: 'Noch keine Schlüssel',
  noneText: 'Beschreiben Sie Ihre App, dann bekommen Sie sofort einen Schlüssel.',
  full: (most) =>
    `Sie haben ${most} Schlüssel, mehr sind für ein Konto nicht möglich. Widerrufen Sie einen, den Sie nicht mehr ` +
    'benutzen.',
  unverified: 'Ihre E-Mail-Adresse ist noch nicht bestätigt',
  unverifiedText: 'Sobald sie bestätigt ist, bekommen Sie einen Schlüssel.',
  plans: { developer: 'Developer', professional: 'Professional' },
  planHints: {
    developer: 'Zum Ausprobieren, für den eigenen Gebrauch und für kleine Apps.',
    professional: 'Für Apps, die viele Menschen gleichzeitig benutzen.',
  },
  perSecond: (limit) => (limit === '1' ? 'Eine Anfrage pro Sekunde' : `Bis zu ${limit} Anfragen pro Sekunde`),
  noLimit: 'Beliebig viele Anfragen pro Sekunde',
  key: 'Schlüssel',
  endsIn: (lastFour) => `endet auf ${lastFour}`,
  plan: 'Plan',
  opens: 'Gültig für',
  opensPlex: 'Nur die Adressen für Plex',
  dialectLabel: 'Feldnamen',
  dialects: { neutral: 'Wie in unserer Referenz', common: 'Wie bestehende Apps sie erwarten' },
  dialectHints: {
    neutral: 'Für Apps, die Sie selbst schreiben, mit den Namen aus der API-Referenz.',
    common: 'Für Apps, die für andere Server mit dieser API gemacht sind und Namen wie imdb_id erwarten.',
  },
  languagesLabel: 'Sprachen',
  noLanguages: 'Englisch, wenn die Anfrage keine nennt',
  languagesHint: (most) =>
    `Optional. Bis zu ${most} Kürzel wie pt-BR, pt-PT, es. Anfragen, die keine Sprache nennen, bekommen ` +
    'jeden Text in der ersten davon, in der es ihn gibt, sonst in der Originalsprache. Bleibt das Feld leer, ' +
    'bekommen sie Englisch.',
  appendedLabel: 'Angehängte Sprachen',
  appendedHint:
    'Optional. Für Apps, die immer eine Sprache nennen: Ein Text, den es in ihr nicht gibt, kommt in der ersten ' +
    'dieser Sprachen, in der es ihn gibt.',
  appended: (languages) => `dann ${languages}`,
  languagesTitle: (name) => `Sprachen von ${name}`,
  languagesText: 'Für Anfragen mit diesem Schlüssel.',
  languages: 'Sprachen',
  webhooks: 'Webhooks',
  saveLanguages: 'Sprachen speichern',
  created: 'Angelegt',
  lastUsed: 'Zuletzt benutzt',
  neverUsed: 'nie',
  lastDay: 'Anfragen, letzte 24 Stunden',
  lastMonth: 'Anfragen, letzte 30 Tage',
  ofThemRefused: (count) => `${count} davon über dem Limit`,
  chart: (month, most, day) =>
    `Anfragen pro Tag in den letzten 30 Tagen: insgesamt ${month}, höchstens ${most} am ${day}.`,
  replace: 'Ersetzen',
  revoke: 'Widerrufen',
  suspended:
    'Gesperrt: Anfragen mit diesem Schlüssel werden abgelehnt. Wenden Sie sich an die Betreiber dieses Servers, wenn ' +
    'Sie das für einen Irrtum halten.',
  replaced: (time) => `Durch einen neuen Schlüssel ersetzt. Dieser gilt noch bis ${time}.`,
  stopped: 'Widerrufene und abgelaufene Schlüssel',
  revokedAt: (time) => `widerrufen am ${time}`,
  endedAt: (time) => `ersetzt, abgelaufen am ${time}`,
  forKey: (name, lastFour) => `${name}, Schlüssel endet auf ${lastFour}`,

  applyTitle: 'API-Schlüssel anlegen',
  applyLead: 'Vier Angaben, und Sie bekommen sofort einen Schlüssel.',
  forKnownApps: 'Für eine App, die es schon gibt, legen Sie den Schlüssel an unter',
  more: 'Weitere Optionen',
  moreHint: 'Sie können alles hier lassen, wie es ist.',
  planLabel: 'Plan',
  name: 'Name der App',
  nameHint: 'Damit Sie Ihre Schlüssel auseinanderhalten. Der Name ist frei wählbar.',
  applicationAddress: 'Adresse der App',
  applicationAddressHint:
    'Optional. Wo man sie findet oder etwas über sie liest: eine Website oder der Ort ihres Codes.',
  kindOfUse: 'Art der Nutzung',
  choose: 'Bitte wählen',
  kindsOfUse: {
    website: 'Website',
    mobile: 'Mobile App',
    desktop: 'Desktop-App',
    media_centre: 'Mediacenter',
    education: 'Lehre oder Forschung',
    other: 'Etwas anderes',
  },
  summary: 'Was Sie vorhaben',
  summaryHint: (least, most) => `Was die App tut und was sie aus dem Katalog braucht, in ${least} bis ${most} Zeichen.`,
  contact: 'E-Mail-Adresse für Rückfragen',
  contactHint: 'Hier erreichen die Betreiber dieses Servers Sie wegen der App.',
  terms: 'Nutzungsbedingungen',
  termsList: [
    'Halten Sie den Schlüssel geheim: Veröffentlichen Sie ihn nicht, und geben Sie ihn nicht weiter.',
    'Halten Sie das Limit Ihres Plans ein, und speichern Sie Antworten zwischen, wo es geht.',
    'Nennen Sie die Quellen dessen, was Sie zeigen, wie es die Lizenzen des Katalogs verlangen.',
    'Die Betreiber dieses Servers können einen Schlüssel sperren, der dem Server oder anderen schadet.',
  ],
  acceptTerms: 'Ich nehme diese Bedingungen an',
  send: 'Schlüssel anlegen',
  wrong: {
    plan: 'Wählen Sie einen Plan.',
    dialect: 'Wählen Sie die Feldnamen.',
    languages: 'Geben Sie Sprachkürzel wie pt-BR, pt-PT, es ein, oder lassen Sie das Feld leer.',
    appended_languages: 'Geben Sie Sprachkürzel wie de, en ein, oder lassen Sie das Feld leer.',
    name: (most) => `Geben Sie einen Namen mit höchstens ${most} Zeichen ein.`,
    application_address: (most) =>
      `Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt und höchstens ${most} Zeichen hat, oder ` +
      'lassen Sie das Feld leer.',
    kind_of_use: 'Wählen Sie eine Art der Nutzung.',
    summary: (least, most) => `Beschreiben Sie in ${least} bis ${most} Zeichen, was Sie vorhaben.`,
    contact: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.org.',
    terms: 'Nehmen Sie die Nutzungsbedingungen an.',
    overlap: (most) => `Wählen Sie 0 bis ${most} Tage.`,
    overlapFull: (most) =>
      `Sie haben ${most} Schlüssel, mehr sind für ein Konto nicht möglich. Lassen Sie den alten sofort ablaufen, ` +
      'oder widerrufen Sie einen, den Sie nicht mehr benutzen.',
  },

  madeTitle: 'Ihr neuer Schlüssel',
  madeOnce: 'Kopieren Sie den Schlüssel jetzt. Wir speichern ihn nicht, er wird also nur einmal angezeigt.',
  shownAlready:
    'Wir speichern keine Schlüssel, dieser wird also nicht noch einmal angezeigt. Nicht kopiert? Ersetzen Sie ihn in ' +
    'der Liste Ihrer Schlüssel.',
  madeFor: (name) => `Schlüssel für ${name}`,
  tryIt: 'Ausprobieren',
  tryItText: 'Diese Anfrage prüft, ob der Schlüssel gültig ist:',
  oldEnds: (time) => `Der alte Schlüssel ist gültig bis ${time}.`,
  oldEnded: 'Der alte Schlüssel ist abgelaufen.',
  toKeys: 'Zurück zu Ihren Schlüsseln',

  replaceTitle: (name) => `Neuer Schlüssel für ${name}`,
  replaceText:
    'Sie bekommen einen neuen Schlüssel mit demselben Plan und denselben Feldnamen, und der alte läuft ab. Wer mit ' +
    'Ihrer App angemeldet ist, bleibt es.',
  overlap: 'Wie lange der alte Schlüssel gültig bleibt',
  overlapHint:
    'Die Zeit, um den neuen Schlüssel überall einzutragen. Wählen Sie „Gar nicht“, wenn jemand anderes den alten ' +
    'kennen könnte.',
  overlapDays: (days) => (days === 0 ? 'Gar nicht' : days === 1 ? '1 Tag' : `${days} Tage`),
  replaceNow: 'Neuen Schlüssel anlegen',
  revokeTitle: (name) => `Schlüssel von ${name} widerrufen`,
  revokeText:
    'Anfragen mit diesem Schlüssel werden abgelehnt, und wer damit angemeldet ist, wird abgemeldet. Das lässt sich ' +
    'nicht rückgängig machen.',
  revokeNow: 'Schlüssel widerrufen',
  cancel: 'Abbrechen',

  notificationsTitle: 'Mitteilungen',
  noNotifications: 'Noch keine Mitteilungen',
  toFollowed: 'Beobachtetes ansehen',
  noNotificationsText:
    'Hier erfahren Sie Neues über Ihre Schlüssel, Zugriffstoken und Änderungen, über das, was Sie ' +
    'beobachten, und darüber, was die Moderation mit Ihren Rezensionen und Listen macht.',
  unread: 'Neu',
  markRead: 'Alle als gelesen markieren',
  toOwnKeys: 'Schlüssel anzeigen',
  events: {
    key_made: ({ name, lastFour }) => `Für ${name} wurde ein Schlüssel angelegt. Er endet auf ${lastFour}.`,
    key_replaced: ({ name, lastFour, ends }) =>
      `${name} hat einen neuen Schlüssel, der auf ${lastFour} endet. Der alte ist gültig bis ${ends}.`,
    key_revoked: ({ name, lastFour }) =>
      `Der Schlüssel von ${name}, der auf ${lastFour} endet, wurde von der Verwaltung widerrufen.`,
    key_suspended: ({ name, lastFour }) =>
      `Der Schlüssel von ${name}, der auf ${lastFour} endet, wurde von der Verwaltung gesperrt.`,
    key_restored: ({ name, lastFour }) => `Der Schlüssel von ${name}, der auf ${lastFour} endet, ist wieder gültig.`,
    token_made: ({ name, lastFour }) => `Ein Zugriffstoken wurde angelegt: ${name}. Es endet auf ${lastFour}.`,
    list_hidden: ({ title, reason }) =>
      `Die Moderation hat Ihre Liste ${title} vor anderen verborgen. Grund: ${reason}`,
    list_text_hidden: ({ title, reason }) =>
      `Die Moderation hat Name und Beschreibung Ihrer Liste ${title} vor anderen verborgen. Grund: ${reason}`,
    list_restored: ({ title }) => `Andere können Ihre Liste ${title} wieder sehen.`,
    lists_taken: ({ count, many, reason }) =>
      count === 1
        ? `Die Moderation hat eine Ihrer Listen vor anderen verborgen. Grund: ${reason}`
        : `Die Moderation hat ${many} Ihrer Listen vor anderen verborgen. Grund: ${reason}`,
    lists_given_back: ({ count, many }) =>
      count === 1
        ? 'Andere können eine Ihrer Listen wieder sehen.'
        : `Andere können ${many} Ihrer Listen wieder sehen.`,
    ratings_taken: ({ count, many, reason }) =>
      count === 1
        ? `Die Moderation hat eine Ihrer Bewertungen ausgesetzt, sie zählt nicht mehr. Grund: ${reason}`
        : `Die Moderation hat ${many} Ihrer Bewertungen ausgesetzt, sie zählen nicht mehr. Grund: ${reason}`,
    ratings_given_back: ({ count, many }) =>
      count === 1 ? 'Eine Ihrer Bewertungen zählt wieder.' : `${many} Ihrer Bewertungen zählen wieder.`,
    edit_accepted: ({ title }) => `Ihre Änderung an ${title} wurde angenommen.`,
    edit_refused: ({ title, reason }) => `Ihre Änderung an ${title} wurde abgelehnt. Grund: ${reason}`,
    password_link_made: () => 'Die Verwaltung hat einen Link für ein neues Passwort Ihres Kontos erstellt.',
    password_set: () => 'Ihr Passwort wurde auf der Befehlszeile des Servers ersetzt.',
    profile_hidden: ({ reason }) => `Die Moderation hat Ihr Profil verborgen. Grund: ${reason}`,
    profile_restored: () => 'Ihr Profil ist wieder sichtbar.',
    avatar_removed: ({ reason }) => `Die Moderation hat Ihr Bild entfernt. Grund: ${reason}`,
    review_removed: ({ title, reason }) => `Die Moderation hat Ihre Rezension zu ${title} entfernt. Grund: ${reason}`,
    edit_question: ({ title, reason }) => `Zu Ihrer Änderung an ${title} gibt es eine Frage: ${reason}`,
    edit_answered: ({ title, reason }) => `Zur Änderung an ${title} gibt es eine Antwort: ${reason}`,
    edits_overdue: ({ title }) => `Änderungen stehen seit einer Woche aus. Die älteste betrifft ${title}.`,
    member_trusted: () =>
      'Sie sind jetzt ein vertrauenswürdiges Mitglied: Mehr Ihrer Änderungen werden sofort sichtbar, und Sie ' +
      'können die Änderungen anderer prüfen.',
    report_upheld: ({ title, reason }) =>
      `Vielen Dank für Ihre Meldung zu ${title}. Die Moderation stimmt zu: ${reason}`,
    report_dismissed: ({ title, reason }) => `Ihre Meldung zu ${title} wurde geprüft. Die Antwort: ${reason}`,
    member_untrusted: ({ reason }) => `Sie sind kein vertrauenswürdiges Mitglied mehr. Grund: ${reason}`,
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
        ? `Neu zu Ihrer Suche „${query}“: ${title}.`
        : `${many} neue Einträge zu Ihrer Suche „${query}“, zuletzt ${title}.`,
    watched_edits: ({ title, count, many }) =>
      count === 1
        ? `Eine neue Änderung passt zu dem, was Sie beobachten: „${title}“.`
        : `${many} neue Änderungen passen zu dem, was Sie beobachten, die letzte an „${title}“.`,
    review_liked: ({ name, title, count, many }) =>
      count === 1
        ? `${name || 'Jemandem'} gefällt Ihre Rezension von „${title}“.`
        : `${name || 'Jemandem'} gefällt Ihre Rezension von „${title}“, wie auch anderen: ${many} Mitgliedern.`,
    list_liked: ({ name, title, count, many }) =>
      count === 1
        ? `${name || 'Jemandem'} gefällt Ihre Liste „${title}“.`
        : `${name || 'Jemandem'} gefällt Ihre Liste „${title}“, wie auch anderen: ${many} Mitgliedern.`,
    list_invited: ({ name, title }) => `${name || 'Jemand'} lädt Sie ein, die Liste „${title}“ gemeinsam zu führen.`,
    list_joined: ({ name, title }) => `${name || 'Jemand'} führt die Liste „${title}“ jetzt gemeinsam mit Ihnen.`,
    webhook_off: ({ name }) =>
      `Der Webhook „${name}“ wurde ausgeschaltet, weil ihm tagelang nichts zugestellt werden konnte.`,
    watched_list: ({ name, title, count, many }) => {
      if (name === '')
        return 'Auf einer Liste, die Sie beobachten und die nicht mehr öffentlich ist, gibt es neue Titel.'
      return count === 1
        ? `„${title}“ steht neu auf der Liste „${name}“, die Sie beobachten.`
        : `${many} Titel stehen neu auf der Liste „${name}“, die Sie beobachten, zuletzt „${title}“.`
    },
  },

  allTitle: 'Alle API-Schlüssel',
  found: (total) => `${total} Schlüssel`,
  searchKeys: 'Schlüssel suchen',
  searchHint: 'Der Anfang eines App- oder Benutzernamens oder die letzten vier Zeichen eines Schlüssels.',
  search: 'Suchen',
  noneFound: 'Kein Schlüssel gefunden',
  allKeys: 'Alle Schlüssel anzeigen',
  noneFoundText: 'Versuchen Sie es mit dem Anfang des Namens oder mit weniger Buchstaben.',
  application: 'App',
  holder: 'Konto',
  holderSuspended: 'gesperrt',
  ofCommandLine: 'auf der Befehlszeile angelegt',
  state: 'Status',
  states: { valid: 'Gültig', suspended: 'Gesperrt', revoked: 'Widerrufen', replaced: 'Wird ersetzt', ended: 'Ersetzt' },
  actions: 'Aktionen',
  suspend: 'Sperren',
  restore: 'Freigeben',
  notices: {
    languagesChanged: 'Sprachen gespeichert.',
    gone: 'Dieser Schlüssel ist abgelaufen oder wird schon ersetzt.',
    revoked: 'Schlüssel widerrufen.',
    suspended: 'Schlüssel gesperrt.',
    restored: 'Der Schlüssel ist wieder gültig.',
    unchanged: 'Es wurde nichts geändert: Der Status des Schlüssels hat sich inzwischen geändert.',
    read: 'Alle Mitteilungen sind als gelesen markiert.',
  },
}
