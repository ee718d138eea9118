import type { title as english } from '../en/title.ts'

export const title: typeof english = {
  certificate: (country) => `Altersfreigabe (${country}):`,
  directedBy: 'Regie:',
  createdBy: 'Geschaffen von',
  trailer: 'Trailer abspielen',
  castAndCrew: 'Besetzung und Stab',
  allCastAndCrew: 'Gesamte Besetzung und Stab',
  castAndCrewOf: (name) => `Besetzung und Stab von ${name}`,
  noCredits: 'Besetzung und Stab hat noch niemand eingetragen.',
  partOf: (collection) => `Teil von ${collection}`,
  current: 'Dieser Film',
  seasonsNearby: 'Vorige und nächste Staffel',
  episodesNearby: 'Vorige und nächste Folge',
  playsFrom: (site, host) =>
    `Dieses Video liegt bei ${site}. Wenn Sie es hier abspielen, verbindet sich Ihr Browser mit ${host} und ` +
    'übermittelt Ihre IP-Adresse.',
  play: 'Hier abspielen',
  openOn: (site) => `Bei ${site} öffnen`,
  close: 'Schließen',
  allVideos: 'Alle Videos',
  videosOf: (name) => `Videos zu ${name}`,
  noVideos: 'Es gibt noch keine Videos.',
  allCredits: 'Alle Mitwirkungen',
  feedOfReviews: (name) => `Rezensionen zu ${name}`,
  feedOfPerson: (name) => `Neue Titel mit ${name}`,
}
