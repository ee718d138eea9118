/** Replies as TVmaze gives them, about an invented show. */

const network = {
  ...{ id: 9101, name: 'Sample TV', officialSite: null },
  country: { name: 'Germany', code: 'DE', timezone: 'Europe/Busingen' },
}

const show = {
  ...{ id: 99100, url: 'https://www.tvmaze.com/shows/99100/harbour-street', name: 'Harbour Street', type: 'Scripted' },
  ...{ language: 'German', genres: ['Drama', 'Crime'], status: 'Ended', runtime: 45, averageRuntime: 44 },
  ...{ premiered: '2011-09-01', ended: '2012-05-10', officialSite: 'https://harbour.example/' },
  ...{ schedule: { time: '20:15', days: ['Thursday'] }, rating: { average: 7.4 }, weight: 50, network },
  ...{ webChannel: null, dvdCountry: null, externals: { tvrage: 9911, thetvdb: 99101, imdb: 'tt9910100' } },
  ...{ image: { medium: 'https://pictures.example/m.jpg', original: 'https://pictures.example/o.jpg' } },
  summary: '<p><b>Harbour Street</b> lies by the <a href="javascript:alert(1)">harbour</a>.</p><p>R&amp;D &lt;3</p>',
  updated: 1_700_000_000,
  _links: { self: { href: 'https://api.tvmaze.com/shows/99100' } },
}

const episode = (id: number, number: number | null, name: string, airdate: string) => ({
  ...{ id, url: `https://www.tvmaze.com/episodes/${id}`, name, season: 1, number, type: 'regular', airdate },
  ...{ airtime: '20:15', airstamp: `${airdate}T18:15:00+00:00`, runtime: 45, rating: { average: 7 }, image: null },
  ...{ summary: '<p>It begins.</p>', _links: { show: { href: 'https://api.tvmaze.com/shows/99100' } } },
})

const cast = [
  {
    person: {
      ...{ id: 9201, url: 'https://www.tvmaze.com/people/9201', name: 'Ida Sample', birthday: '1970-05-06' },
      ...{ deathday: null, gender: 'Female', country: { name: 'Germany', code: 'DE' }, image: null },
    },
    character: { id: 9301, name: 'Frieda', image: null },
    ...{ self: false, voice: false },
  },
]

const akas = [
  { name: 'Hafenstraße', country: null },
  { name: 'Rue du Port', country: { name: 'France', code: 'FR', timezone: 'Europe/Paris' } },
]

/** A show with all that was embedded, and the same in replies of their own. */
export const embedded = {
  ...show,
  _embedded: { episodes: [episode(9401, 1, 'Arrival', '2011-09-01'), episode(9402, null, 'Special', '')], cast, akas },
}

export const repliesInOne = { 'show.json': JSON.stringify(embedded) }
export const repliesOfTheirOwn = {
  'shows/99100.json': JSON.stringify(show),
  'shows/99100/episodes.json': JSON.stringify(embedded._embedded.episodes),
  'shows/99100/cast.json': JSON.stringify(cast),
  'shows/99100/akas.json': JSON.stringify(akas),
}
