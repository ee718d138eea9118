import type { DeliveryOutcome, NotUnderstood, Player } from '#src/kept/player-words.ts'

/** What players tell, and the address at which they do. */
export const players = {
  lead:
    'Your media player can tell this server what you have watched to the end, and it is in your diary. For that it ' +
    'gets an address of its own, which nobody else should know: whoever has it can add to your diary, ' +
    'and read nothing.',
  address: 'Address',
  make: 'Create address',
  replace: 'Replace address',
  remove: 'Revoke address',
  replaceHint: 'After that, the former address no longer works. Enter the new one at your players.',
  madeOn: (day: string) => `Address created on ${day}. It was shown once and is not stored.`,
  heardFrom: (player: string, time: string) => `Last heard from ${player}: ${time}.`,
  heardNothing: 'No player has used it yet.',
  shownTitle: 'Address for your players',
  shownText: 'Copy it now: it is shown only this once.',
  toPlayers: 'Continue to players',
  names: {
    label: 'User names that count',
    hint:
      'Optional. Where several people use a player, enter your name there, or several with commas between ' +
      'them. If the field is empty, everybody counts.',
    faults: (names: number, length: number) => `Enter at most ${names} names of at most ${length} characters.`,
  },
  how: 'How to set it up',
  howLead: 'Enter the address at your player:',
  yourAddress: 'your address',
  guides: {
    plex: {
      name: 'Plex',
      steps: [
        'Needs Plex Pass. In the settings of Plex, open Webhooks and add the address.',
        'Plex tells what everybody watches on the server: enter your user name above.',
      ],
    },
    tautulli: {
      name: 'Plex with Tautulli',
      steps: [
        'Needs no Plex Pass. In Tautulli, open Settings, Notification Agents, and add a Webhook with the ' +
          'address and the method POST.',
        'Under Triggers, choose Watched. Under Data, enter this as JSON data for Watched:',
      ],
    },
    jellyfin: {
      name: 'Jellyfin',
      steps: [
        'Install the plug-in “Webhook”, and in its settings add a Generic Destination with the address.',
        'Choose the notifications Playback Stop and User Data Saved, the item types Movies and Episodes, ' +
          'your user, and “Send All Properties”.',
      ],
    },
    emby: {
      name: 'Emby',
      steps: [
        'In the settings, open Notifications and add a Webhook with the address.',
        'Choose Playback: Stop, and Users: Mark Played and Mark Unplayed, and limit them to your user.',
      ],
    },
    kodi: {
      name: 'Kodi',
      steps: [
        'Kodi itself sends nothing. It takes an add-on at which an address can be entered: one that ' +
          'scrobbles, or one that passes on the notifications of Kodi.',
        'Of add-ons that sign in at a service of their own, none can reach this server.',
      ],
    },
    scrobble: {
      name: 'Other players and add-ons',
      steps: [
        'Players that scrobble to an address of your own: enter it as the address of the service. They add ' +
          '/scrobble/start, /scrobble/pause and /scrobble/stop to it.',
        'What is stopped at 80 per cent or later is watched.',
      ],
    },
  } satisfies Record<Player, { name: string; steps: readonly string[] }>,
  playerNames: {
    plex: 'Plex',
    tautulli: 'Tautulli',
    jellyfin: 'Jellyfin',
    emby: 'Emby',
    kodi: 'Kodi',
    scrobble: 'Scrobble',
  },
  waiting: 'To decide',
  waitingText: (count: number) =>
    count === 1
      ? 'One title could not be found for certain. Choose it once, and it is known from then on.'
      : `${count} plays could not be found for certain. Choose a title once, and it is known from then on.`,
  lookAgain: 'Look again',
  lookAgainHint: 'If the titles have been added to the catalogue since.',
  accept: 'Yes, this one',
  choose: 'Choose title',
  chooseAnother: 'Choose another',
  ignore: 'Ignore',
  ignoreSeries: 'Ignore series',
  chooseTitle: 'Which title is it?',
  episodeHint: 'Choose the series; the episode is found by its numbers. The choice holds for all episodes.',
  recent: 'Recent',
  recentNone: 'Nothing yet',
  recentNoneText: 'What your players tell appears here, and what became of it.',
  takeBack: 'Take back',
  notUnderstood: 'Not understood',
  byUser: (name: string) => `by ${name}`,
  times: (count: number) => `${count} times`,
  outcomes: {
    watched: 'Watched',
    repeated: 'Already there',
    waiting: 'To decide',
    ignored: 'Ignored',
    taken_back: 'Taken back',
    unplayed: 'Marked as not played; nothing changed',
    other_user: 'Somebody else’s',
    full: 'No room for more watched titles',
    unknown: 'Not understood',
  } satisfies Record<DeliveryOutcome, string>,
  reasons: {
    too_large: 'It was larger than 1 MiB.',
    not_json: 'It was not JSON.',
    too_deep: 'It was too deeply nested.',
    no_player: 'No player that is known here writes like this.',
    no_title: 'It names no movie and no episode.',
  } satisfies Record<NotUnderstood, string>,
  notices: {
    removed: 'Address revoked.',
    namesSaved: 'User names saved.',
    decided: 'Choice saved.',
    noEpisode: 'This series has no episode with these numbers. The choice is saved; it waits until there is one.',
    gone: 'This no longer waits for a decision.',
    settledNone: 'Nothing new was found.',
    settled: 'Found. What was watched is in your diary.',
    takenBack: 'Taken back. It is no longer in your diary.',
  },
}
