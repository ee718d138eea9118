import type { players as english } from '../en/players.ts'

export const players: typeof english = {
  lead:
    'Ihr Mediaplayer kann diesem Server sagen, was Sie bis zum Ende gesehen haben, und es steht in Ihrem Tagebuch. ' +
    'Dafür bekommt er eine eigene Adresse, die sonst niemand kennen sollte: Wer sie hat, kann etwas in Ihr Tagebuch ' +
    'schreiben, aber nichts lesen.',
  address: 'Adresse',
  make: 'Adresse anlegen',
  replace: 'Adresse ersetzen',
  remove: 'Adresse widerrufen',
  replaceHint: 'Danach gilt die bisherige Adresse nicht mehr. Tragen Sie die neue bei Ihren Playern ein.',
  madeOn: (day) => `Adresse angelegt am ${day}. Sie wurde einmal angezeigt und ist nicht gespeichert.`,
  heardFrom: (player, time) => `Zuletzt von ${player} gehört: ${time}.`,
  heardNothing: 'Noch kein Player hat sie benutzt.',
  shownTitle: 'Adresse für Ihre Player',
  shownText: 'Kopieren Sie sie jetzt: Sie wird nur dieses eine Mal angezeigt.',
  toPlayers: 'Weiter zu den Playern',
  names: {
    label: 'Benutzernamen, die zählen',
    hint:
      'Optional. Wenn mehrere Personen einen Player benutzen, geben Sie Ihren Namen dort an, oder mehrere ' +
      'mit Kommas dazwischen. Ist das Feld leer, zählen alle.',
    faults: (names, length) => `Geben Sie höchstens ${names} Namen mit höchstens ${length} Zeichen ein.`,
  },
  how: 'So richten Sie es ein',
  howLead: 'Tragen Sie die Adresse bei Ihrem Player ein:',
  yourAddress: 'Ihre Adresse',
  guides: {
    plex: {
      name: 'Plex',
      steps: [
        'Braucht den Plex Pass. Öffnen Sie in den Einstellungen von Plex „Webhooks“ und fügen Sie die Adresse hinzu.',
        'Plex meldet, was alle auf dem Server sehen: Geben Sie oben Ihren Benutzernamen an.',
      ],
    },
    tautulli: {
      name: 'Plex mit Tautulli',
      steps: [
        'Braucht keinen Plex Pass. Öffnen Sie in Tautulli „Settings“, „Notification Agents“ und fügen Sie ' +
          'einen Webhook mit der Adresse und der Methode POST hinzu.',
        'Wählen Sie unter „Triggers“ „Watched“. Geben Sie unter „Data“ dies als JSON-Daten für „Watched“ ein:',
      ],
    },
    jellyfin: {
      name: 'Jellyfin',
      steps: [
        'Installieren Sie das Plug-in „Webhook“ und fügen Sie in seinen Einstellungen ein „Generic ' +
          'Destination“ mit der Adresse hinzu.',
        'Wählen Sie die Mitteilungen „Playback Stop“ und „User Data Saved“, die Arten „Movies“ und ' +
          '„Episodes“, Ihren Benutzer und „Send All Properties“.',
      ],
    },
    emby: {
      name: 'Emby',
      steps: [
        'Öffnen Sie in den Einstellungen die Benachrichtigungen und fügen Sie einen Webhook mit der Adresse hinzu.',
        'Wählen Sie bei Wiedergabe „Stop“ und bei Benutzern „Als gesehen markieren“ und „Als ungesehen ' +
          'markieren“, und beschränken Sie beides auf Ihren Benutzer.',
      ],
    },
    kodi: {
      name: 'Kodi',
      steps: [
        'Kodi selbst sendet nichts. Es braucht ein Add-on, bei dem man eine Adresse eintragen kann: eines, ' +
          'das scrobbelt, oder eines, das die Meldungen von Kodi weitergibt.',
        'Add-ons, die sich bei einem eigenen Dienst anmelden, erreichen diesen Server nicht.',
      ],
    },
    scrobble: {
      name: 'Andere Player und Add-ons',
      steps: [
        'Player, die an eine eigene Adresse scrobbeln: Tragen Sie sie als Adresse des Dienstes ein. Sie ' +
          'hängen /scrobble/start, /scrobble/pause und /scrobble/stop an.',
        'Was bei 80 Prozent oder später gestoppt wird, ist gesehen.',
      ],
    },
  },
  playerNames: {
    plex: 'Plex',
    tautulli: 'Tautulli',
    jellyfin: 'Jellyfin',
    emby: 'Emby',
    kodi: 'Kodi',
    scrobble: 'Scrobble',
  },
  waiting: 'Zu entscheiden',
  waitingText: (count) =>
    count === 1
      ? 'Ein Titel wurde nicht sicher gefunden. Wählen Sie ihn einmal aus, dann ist er künftig bekannt.'
      : `${count} Meldungen ließen sich nicht sicher zuordnen. Wählen Sie einen Titel einmal aus, dann ist ` +
        `er künftig bekannt.`,
  lookAgain: 'Noch einmal suchen',
  lookAgainHint: 'Wenn die Titel inzwischen in den Katalog gekommen sind.',
  accept: 'Ja, dieser',
  choose: 'Titel auswählen',
  chooseAnother: 'Anderen auswählen',
  ignore: 'Ignorieren',
  ignoreSeries: 'Serie ignorieren',
  chooseTitle: 'Welcher Titel ist es?',
  episodeHint: 'Wählen Sie die Serie; die Folge wird an ihren Nummern erkannt. Die Auswahl gilt für alle Folgen.',
  recent: 'Zuletzt gemeldet',
  recentNone: 'Noch nichts',
  recentNoneText: 'Hier erscheint, was Ihre Player melden und was daraus geworden ist.',
  takeBack: 'Zurücknehmen',
  notUnderstood: 'Nicht verstanden',
  byUser: (name) => `von ${name}`,
  times: (count) => `${count}-mal`,
  outcomes: {
    watched: 'Gesehen',
    repeated: 'Schon vorhanden',
    waiting: 'Zu entscheiden',
    ignored: 'Ignoriert',
    taken_back: 'Zurückgenommen',
    unplayed: 'Als ungesehen markiert; nichts geändert',
    other_user: 'Von jemand anderem',
    full: 'Kein Platz für weitere gesehene Titel',
    unknown: 'Nicht verstanden',
  },
  reasons: {
    too_large: 'Die Meldung war größer als 1 MiB.',
    not_json: 'Die Meldung war kein JSON.',
    too_deep: 'Die Meldung war zu tief verschachtelt.',
    no_player: 'So schreibt kein Player, der hier bekannt ist.',
    no_title: 'Die Meldung nennt weder einen Film noch eine Folge.',
  },
  notices: {
    removed: 'Adresse widerrufen.',
    namesSaved: 'Benutzernamen gespeichert.',
    decided: 'Auswahl gespeichert.',
    noEpisode:
      'Diese Serie hat keine Folge mit diesen Nummern. Die Auswahl ist gespeichert; die Meldung wartet, ' +
      'bis es die Folge gibt.',
    gone: 'Hier ist nichts mehr zu entscheiden.',
    settledNone: 'Es wurde nichts Neues gefunden.',
    settled: 'Gefunden. Was gesehen wurde, steht in Ihrem Tagebuch.',
    takenBack: 'Zurückgenommen. Es steht nicht mehr in Ihrem Tagebuch.',
  },
}
