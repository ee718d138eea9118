/** What search engines and other sites say of a page whose record has no text of its own. */
const article = (year: string) => (/^1[18]/.test(year) ? 'An' : 'A')
const dated = (year: string, what: string) => (year ? `${article(year)} ${year} ${what}` : `A ${what}`)

export const sharing = {
  siteCard: 'An open catalogue of film and television',
  listed: {
    movie: 'Movies of the catalogue, with cast and crew, pictures, ratings and reviews.',
    tv: 'Series of the catalogue, with seasons and episodes, cast and crew, ratings and reviews.',
    person: 'Actors, directors, writers and everybody else who made the movies and series of the catalogue.',
    company: 'The companies that produced the movies and series of the catalogue.',
    network: 'The networks that broadcast the series of the catalogue.',
    collection: 'Movies that belong together, in the order in which they came out.',
  },
  movie: ({ year, directors, cast }: { year: string; directors: string; cast: string }) =>
    `${dated(year, 'movie')}${directors && ` directed by ${directors}`}${cast && `${directors && ','} with ${cast}`}.`,
  series: ({ year, creators, seasons }: { year: string; creators: string; seasons: number }) => {
    const length = seasons > 0 ? ` with ${seasons === 1 ? '1 season' : `${seasons} seasons`}` : ''
    return `${dated(year, 'series')}${creators && ` created by ${creators}`}${creators && length && ','}${length}.`
  },
  season: ({ name, series, episodes, year }: { name: string; series: string; episodes: number; year: string }) => {
    const length = episodes > 0 ? ` has ${episodes === 1 ? '1 episode' : `${episodes} episodes`}` : ''
    const first = year && `${length ? ' and ' : ' '}first aired in ${year}`
    return length || first ? `${name} of ${series}${length}${first}.` : `${name} of ${series}.`
  },
  episode: ({ place, series, day }: { place: string; series: string; day: string }) =>
    `${place} of ${series}${day && `, first aired on ${day}`}.`,
  person: ({ name, born, titles }: { name: string; born: string; titles: string }) => {
    const life = born && `, born ${/^\d{4}$/.test(born) ? 'in' : 'on'} ${born}`
    return `${name}${life}${titles && `${life && ','} is known for ${titles}`}.`
  },
  company: ({ name, country, titles }: { name: string; country: string; titles: string }) =>
    `${name} is a film and television company${country && ` (${country})`}${titles && `, known for ${titles}`}.`,
  network: ({ name, country, titles }: { name: string; country: string; titles: string }) =>
    `${name} is a network${country && ` (${country})`}${titles && ` that broadcasts ${titles}`}.`,
  collection: ({ count, titles, isAll }: { count: number; titles: string; isAll: boolean }) => {
    const some = isAll ? `: ${titles}` : `, among them ${titles}`
    return `A collection of ${count === 1 ? '1 movie' : `${count} movies`}${titles && some}.`
  },
  review: ({ author, title }: { author: string; title: string }) => `What ${author} says about ${title}.`,
}
