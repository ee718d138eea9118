/** The page of a title, and those behind it: cast and crew, videos, seasons and episodes. */
export const title = {
  certificate: (country: string) => `Certificate (${country}):`,
  directedBy: 'Directed by',
  createdBy: 'Created by',
  trailer: 'Play trailer',
  castAndCrew: 'Cast and crew',
  allCastAndCrew: 'All cast and crew',
  castAndCrewOf: (name: string) => `Cast and crew of ${name}`,
  noCredits: 'Nobody has named the cast and crew yet.',
  partOf: (collection: string) => `Part of ${collection}`,
  current: 'This movie',
  seasonsNearby: 'Previous and next season',
  episodesNearby: 'Previous and next episode',
  playsFrom: (site: string, host: string) =>
    `This video is on ${site}. If you play it here, your browser connects to ${host}, which sees your IP address.`,
  play: 'Play here',
  openOn: (site: string) => `Open on ${site}`,
  close: 'Close',
  allVideos: 'All videos',
  videosOf: (name: string) => `Videos of ${name}`,
  noVideos: 'There are no videos yet.',
  allCredits: 'All credits',
}
