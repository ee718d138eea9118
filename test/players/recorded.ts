/** What players send, as it was recorded, with invented titles, names and ids. */

const day = '2026-03-10'
/** Half an hour before the day of the tests. */
const lastViewedAt = Date.parse(`${day}T11:30:00.000Z`) / 1_000

const account = { id: 1, thumb: 'https://plex.example/users/1/avatar', title: 'ada' }
const plexServer = { title: 'Den', uuid: '54664a3d8acc39983675640ec9ce00b70af9cc36' }
const device = { local: true, publicAddress: '192.0.2.7', title: 'TV', uuid: 'r6yfkdnfggbh2bdnvkffwbms' }

export const plexMovie = {
  event: 'media.scrobble',
  user: true,
  owner: true,
  Account: account,
  Server: plexServer,
  Player: device,
  Metadata: {
    ...{ librarySectionType: 'movie', ratingKey: '1936545', key: '/library/metadata/1936545', type: 'movie' },
    ...{ guid: 'plex://movie/5d776b8896b655001fdd2000', title: 'The Glass Lantern', year: 2021, duration: 6_720_000 },
    ...{ originallyAvailableAt: '2021-06-18', viewOffset: 6_100_000, lastViewedAt, addedAt: 1_396_831_160 },
    Guid: [{ id: 'imdb://tt0000501' }, { id: 'tmdb://501' }],
    Director: [{ tag: 'Nobody Known' }],
  },
}

export const plexEpisode = {
  ...plexMovie,
  Metadata: {
    ...{
      librarySectionType: 'show',
      ratingKey: '15',
      type: 'episode',
      guid: 'plex://episode/5d9c0f6f98e47a001eb0b000',
    },
    ...{ title: 'Last Light', grandparentTitle: 'Tidewater Signals', parentTitle: 'Season 1' },
    ...{ parentIndex: 1, index: 2, year: 2024, originallyAvailableAt: '2024-09-09', lastViewedAt },
    Guid: [{ id: 'imdb://tt9900001' }, { id: 'tmdb://5000001' }, { id: 'tvdb://7000001' }],
  },
}

/** As the agents of former versions name an episode. */
export const plexOldAgent = {
  ...plexMovie,
  Metadata: {
    ...{ type: 'episode', guid: 'com.plexapp.agents.thetvdb://880601/1/1?lang=en', title: 'First Light' },
    ...{ grandparentTitle: 'Signals of the Tide', parentIndex: 1, index: 1, lastViewedAt },
  },
}

/** Of a server that has its records from here. */
export const plexOfOurs = {
  ...plexMovie,
  Metadata: {
    ...{
      type: 'movie',
      guid: 'tv.plex.agents.custom.reelcommons.movies://movie/movie-502',
      title: 'Renamed',
      lastViewedAt,
    },
  },
}

/** The form that Plex sends, with a picture behind the JSON. */
export function plexForm(payload: object, picture = Buffer.alloc(4_000, 0xff)) {
  const boundary = '------------------------a1b2c3d4e5f60718'
  const head = (disposition: string, type: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'user-agent': 'PlexMediaServer/1.32.1' },
    payload: Buffer.concat([
      Buffer.from(`${head('name="payload"', 'application/json')}${JSON.stringify(payload)}\r\n`),
      Buffer.from(head('name="thumb"; filename="thumb.jpg"', 'image/jpeg')),
      picture,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

const jellyfinServer = {
  ...{
    ServerId: '9c5d3d2d7b4b4b0a8f3a',
    ServerName: 'den',
    ServerVersion: '10.9.1',
    ServerUrl: 'http://den.example:8096',
  },
  ...{ NotificationUsername: 'ada', UserId: 'a1b2c3d4e5f60718a1b2c3d4e5f60718', DeviceName: 'TV', ClientName: 'Web' },
  ...{ Timestamp: `${day}T12:45:00.0000000+01:00`, UtcTimestamp: `${day}T11:45:00.0000000Z` },
}

export const jellyfinMovie = {
  ...jellyfinServer,
  ...{ NotificationType: 'PlaybackStop', PlayedToCompletion: true, ItemType: 'Movie', ItemId: 'b7e3d1c0' },
  ...{ Name: 'The Glass Lantern', Year: 2021, Overview: 'A lamp maker follows a light.', RunTime: '01:52:00' },
  ...{ RunTimeTicks: 67_200_000_000, PlaybackPositionTicks: 66_000_000_000, PlaybackPosition: '01:50:00' },
  ...{ Provider_tmdb: '501', Provider_imdb: 'tt0000501', Provider_tmdbcollection: '401' },
}

export const jellyfinEpisode = {
  ...jellyfinServer,
  ...{ NotificationType: 'PlaybackStop', PlayedToCompletion: 'True', ItemType: 'Episode', Name: 'First Light' },
  ...{
    SeriesName: 'Tidewater Signals',
    SeasonNumber: 1,
    EpisodeNumber: 1,
    SeasonNumber00: '01',
    EpisodeNumber00: '01',
  },
  ...{ Year: 2024, Provider_tvdb: '7000002', RunTimeTicks: 27_000_000_000 },
}

export const jellyfinToggled = (Played: boolean) => ({
  ...jellyfinEpisode,
  ...{ NotificationType: 'UserDataSaved', SaveReason: 'TogglePlayed', Played, PlayedToCompletion: undefined },
})

const embyOf = (Event: string, Item: object, more: object = {}) => ({
  ...{ Title: 'ada has finished playing', Event, User: { Name: 'ada', Id: 'a1b2c3d4' }, Item },
  ...{ Server: { Name: 'den', Id: 'f5d1', Version: '4.8.0.0' }, Device: { Name: 'TV' }, ...more },
})
const embyItem = {
  ...{ Name: 'Storm Warning', Id: '181', Type: 'Episode', SeriesName: 'Tidewater Signals', SeriesId: '100' },
  ...{ ParentIndexNumber: 2, IndexNumber: 1, ProductionYear: 2026, RunTimeTicks: 30_000_000_000 },
  ProviderIds: { Tvdb: '8860121', IMDB: 'tt0060121' },
}
export const embyStop = embyOf('playback.stop', embyItem, {
  PlaybackInfo: { PlayedToCompletion: true, PositionTicks: 29_900_000_000 },
})
export const embyMarked = embyOf('item.markplayed', embyItem)
export const embyUnmarked = embyOf('item.markunplayed', embyItem)

/** The other plug-in of Jellyfin, which writes the objects of Emby, and the series beside the episode. */
export const otherPlugIn = {
  ...{ Event: 'Scrobble', User: { Name: 'ada' }, Session: { Client: 'Web' }, Server: { Name: 'den' } },
  Item: { Name: 'Last Light', Type: 'Episode', ParentIndexNumber: 1, IndexNumber: 2, ProviderIds: {} },
  Series: { Name: 'Signals of the Tide', ProductionYear: 2024, ProviderIds: { Tvdb: '880601' } },
}

/** The body that our page says, as Tautulli fills it in. */
export const tautulliMovie = {
  ...{ player: 'tautulli', action: 'watched', user: 'ada', type: 'movie', title: 'The Glass Lantern', year: '2021' },
  ...{ episode_title: '', series: '', season: '0', episode: '0', imdb: 'tt0000501', tmdb: '501', tvdb: '' },
  ...{ minutes: '112', at: String(lastViewedAt) },
}
export const tautulliEpisode = {
  ...{ player: 'tautulli', action: 'watched', user: 'ada', type: 'episode', title: 'Tidewater Signals - First Light' },
  ...{ episode_title: 'First Light', series: 'Tidewater Signals', season: '1', episode: '1', year: '2024' },
  ...{ imdb: 'tt0000601', tmdb: '601', tvdb: '880601', minutes: '45', at: String(lastViewedAt) },
}

export const scrobbleMovie = (progress: number) => ({
  movie: {
    title: 'The Glass Lantern',
    year: 2021,
    ids: { trakt: 1, slug: 'the-glass-lantern-2021', imdb: 'tt0000501' },
  },
  ...{ progress, app_version: '1.0', app_date: day },
})
export const scrobbleEpisode = (progress: number) => ({
  show: { title: 'Tidewater Signals', year: 2024, ids: { tvdb: 880601 } },
  ...{ episode: { season: 1, number: 2 }, progress },
})

/** A notification of Kodi, as an add-on passes it on. */
export const kodiStop = {
  ...{ jsonrpc: '2.0', method: 'Player.OnStop' },
  params: {
    data: {
      end: true,
      item: { type: 'episode', title: 'First Light', showtitle: 'Tidewater Signals', season: 1, episode: 1 },
    },
    sender: 'xbmc',
  },
}
