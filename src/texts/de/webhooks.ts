import type { RecordKind } from '#src/catalogue/record-kinds.ts'
import type { webhooks as english } from '../en/webhooks.ts'

const changed: Record<RecordKind, string> = {
  genre: 'Genres',
  keyword: 'Schlagwörter',
  provider: 'Anbieter',
  person: 'Personen',
  company: 'Firmen',
  network: 'Sender',
  collection: 'Filmreihen',
  movie: 'Filme',
  series: 'Serien',
  season: 'Staffeln',
  episode: 'Folgen',
}

const otherTypes = {
  'episode.airs': 'Heute läuft eine Folge',
  'movie.released': 'Heute kommt ein Film heraus',
  'edit.waits': 'Eine Änderung wartet auf Prüfung',
  'report.came': 'Etwas wurde gemeldet',
  'backup.failed': 'Eine Sicherung ist fehlgeschlagen',
  'changes.missed': 'Es hat sich mehr geändert, als gesendet wurde',
  'webhook.test': 'Test',
}

export const webhooks: typeof english = {
  title: 'Webhooks',
  leads: {
    member:
      'Ein Webhook meldet einem Programm von Ihnen, etwa einer Hausautomation, was mit den Titeln auf Ihrer ' +
      'Merkliste und Ihren Listen geschieht.',
    key: 'Ein Webhook meldet Ihrer App, was sich im Katalog ändert, damit sie nicht immer wieder nachfragen muss.',
    server:
      'Ein Webhook meldet einem Programm, was Administratoren wissen müssen. Diese hier sehen alle Administratoren.',
  },
  how: 'Anleitung: Meldungen empfangen und prüfen',
  ofKey: (name, lastFour) => `Webhooks von ${name}, Schlüssel endet auf ${lastFour}`,
  none: 'Noch keine Webhooks',
  noneText: 'Mit dem Formular unten legen Sie einen an.',
  full: (most) => `Es gibt ${most} Webhooks, mehr sind nicht möglich. Löschen Sie einen, um einen anderen anzulegen.`,
  add: 'Neuer Webhook',
  addButton: 'Webhook anlegen',
  name: 'Name',
  nameHint: 'Optional. Wie Sie ihn nennen.',
  nameWrong: (most) => `Geben Sie höchstens ${most} Zeichen in einer Zeile ein.`,
  address: 'Adresse',
  addressHint: 'Wo Ihr Programm darauf wartet. Sie beginnt mit https://.',
  addressWrong: 'Geben Sie eine Adresse ein, die mit https:// beginnt und nicht in ein privates Netz führt.',
  types: 'Was gesendet wird',
  typesWrong: 'Wählen Sie mindestens eines aus.',
  typeNames: (type) => {
    const [kind] = type.split('.')
    return type.endsWith('.changed') ? `Geändert: ${changed[kind as RecordKind]}` : otherTypes[type as never]
  },
  about: 'Änderungen welcher Titel',
  watchlist: 'Titel auf Ihrer Merkliste',
  lists: 'Titel auf allen Ihren Listen',
  aboutWrong: 'Wählen Sie mindestens eines aus, oder eine Liste.',
  list: 'Liste',
  listHint: {
    member: 'Optional. Titel auf dieser Liste.',
    key: 'Optional. Die Nummer einer Liste: Dann werden nur Titel auf ihr gemeldet.',
  },
  noList: 'Keine einzelne Liste',
  listWrong: 'Eine solche Liste, die Sie sehen können, gibt es nicht.',
  records: 'Einträge',
  recordsHint: (most) => `Optional. Nur diese, mit Kommas dazwischen, etwa movie:7, person:12. Höchstens ${most}.`,
  recordsWrong: (most) => `Geben Sie höchstens ${most} Einträge ein, etwa movie:7, mit Kommas dazwischen.`,
  states: { on: 'An', paused: 'Pausiert', off: 'Ausgeschaltet' },
  offSince: 'Tagelang konnte nichts zugestellt werden, deshalb wurde er ausgeschaltet.',
  failing: (times) =>
    times === 1 ? 'Der letzte Versuch ist fehlgeschlagen.' : `Die letzten ${times} Versuche sind fehlgeschlagen.`,
  nextAt: (time) => `Nächster Versuch: ${time}.`,
  deliveredAt: (time) => `Zuletzt zugestellt: ${time}.`,
  neverDelivered: 'Noch nichts zugestellt.',
  waiting: (count) => `Ausstehend: ${count}.`,
  show: 'Anzeigen',
  test: 'Test senden',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  secret: 'Geheimnis',
  renew: 'Neues Geheimnis',
  renewHint:
    'Nach einem neuen werden Meldungen einen Tag lang mit beiden signiert, damit Sie es ohne Lücke austauschen können.',
  formerUntil: (time) => `Das bisherige Geheimnis gilt bis ${time}.`,
  remove: 'Webhook löschen',
  removeText: (name) => `Den Webhook „${name}“ mit seinen Zustellungen löschen?`,
  secretTitle: 'Geheimnis des Webhooks',
  secretText:
    'Kopieren Sie es jetzt, es wird nur dieses eine Mal angezeigt. Damit prüft Ihr Programm, dass eine Meldung von ' +
    'uns ist.',
  toWebhook: 'Weiter zum Webhook',
  change: 'Ändern',
  save: 'Speichern',
  deliveries: 'Letzte Zustellungen',
  noDeliveries: 'Noch wurde nichts gesendet',
  noDeliveriesText: 'Senden Sie einen Test, um zu sehen, ob er ankommt.',
  deliveryStates: { waiting: 'ausstehend', delivered: 'zugestellt', failed: 'fehlgeschlagen' },
  status: (status) => `Antwort: ${status}`,
  took: (ms) => `${ms} ms`,
  attempts: (times) => (times === 1 ? '1 Versuch' : `${times} Versuche`),
  triedAgain: (time) => `erneut ${time}`,
  problems: {
    status: 'Der Empfänger hat mit einem Fehler geantwortet.',
    redirect: 'Der Empfänger hat an eine andere Adresse verwiesen, der nicht gefolgt wird.',
    gone: 'Der Empfänger hat geantwortet, dass es ihn nicht mehr gibt.',
    timeout: 'Der Empfänger hat nicht rechtzeitig geantwortet.',
    unreachable: 'Der Empfänger ist nicht erreichbar.',
    forbidden: 'Die Adresse darf nicht verwendet werden.',
    secret_lost: 'Das Geheimnis kann nicht mehr gelesen werden. Erstellen Sie ein neues.',
    stopped: 'Der Server wurde beendet.',
  },
  body: 'Was gesendet wurde',
  toAll: 'Alle Webhooks',
  notices: {
    changed: 'Webhook gespeichert.',
    deleted: 'Webhook gelöscht.',
    tested: 'Test gesendet. Laden Sie diese Seite neu, um zu sehen, wie das ausging.',
    paused: 'Webhook pausiert.',
    resumed: 'Webhook eingeschaltet.',
  },
}
