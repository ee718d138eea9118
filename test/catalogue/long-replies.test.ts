import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { maxCreditsOfPerson } from '#src/catalogue/parts/credits-of-person.ts'
import { movieCredits } from '#src/catalogue/parts/movie-credits.ts'
import { tvCredits } from '#src/catalogue/parts/tv-credits.ts'
import { moviesById } from '#src/catalogue/summaries/by-id.ts'
import { maxProseInLists } from '#src/catalogue/summaries/texts.ts'
import { maxRowsOfPerson, worksOfPerson } from '#src/catalogue/summaries/works-of-person.ts'
import { maxEpisodesOfOrder, details as orderDetails } from '#src/groups/tv-episode-groups/details.ts'
import { emptyCatalogue, importInto, openFor, sources } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'

/** What takes little room in the database, and would take very much in a reply. */

const language = { iso_639_1: 'en', iso_3166_1: 'US' }
const source = 'low'
const list = <Item>(size: number, itemOf: (at: number) => Item) => Array.from({ length: size }, (_, at) => itemOf(at))
const prose = 'é😀'.repeat(2_000)

/** Three titles in which one person has one job more than are shown. */
const titles = [1, 2, 3]
const jobsEach = Math.ceil((maxCreditsOfPerson + 1) / titles.length)
const crew = list(jobsEach, (at) => ({ id: 1, department: `Department ${at}`, job: `Job ${at}` }))
const cast = list(jobsEach, (at) => ({ id: 1, character: `Part ${at}`, order: at }))

/** An order with the same episodes in each of its groups. */
const episodeIds = list(21, (at) => at + 1)
const groups = list(500, (order) => ({ order, name: `Disc ${order}`, episodes: episodeIds.map((id) => ({ id })) }))

const lines = [
  ...sources,
  { kind: 'person', id: 1, name: 'Ann Example', source },
  ...titles.map((id) => ({ kind: 'movie', id, title: `Film ${id}`, release_date: `200${id}-01-01`, source })),
  ...titles.map((id) => ({ kind: 'movie', id, overview: prose, credits: { cast: [], crew }, source })),
  ...titles.map((id) => ({ kind: 'series', id, name: `Show ${id}`, first_air_date: `200${id}-01-01`, source })),
  ...titles.map((id) => ({ kind: 'series', id, overview: prose, credits: { cast, crew: [] }, source })),
  { kind: 'season', id: 1, series_id: 1, season_number: 1, name: 'Season 1', source },
  ...episodeIds.map((id) => ({
    ...{ kind: 'episode', id, series_id: 1, season_number: 1, episode_number: id, name: `Part ${id}`, source },
    overview: prose,
  })),
  {
    kind: 'series',
    id: 1,
    source,
    episode_groups: { results: [{ id: 'a'.repeat(24), type: 3, name: 'DVD', groups }] },
  },
]

forEachEngine(emptyCatalogue, (engine) => {
  test('what is stored once is not shown without end', async (context) => {
    const db = await openFor(context, engine)
    const { refused } = await importInto(db, lines)
    assert.deepEqual(refused, [])
    const asked = { db, query: { language } }
    const beginning = [...prose].slice(0, maxProseInLists).join('')

    const [movie] = await moviesById(db, [1], language)
    assert.equal(movie?.overview, beginning)

    const movies = await movieCredits.load(asked as never, 'person', 1)
    assert.equal(movies.crew.length, maxCreditsOfPerson)
    assert.equal(movies.crew[0]?.overview, beginning)
    assert.deepEqual([...new Set(movies.crew.map(({ id }) => id))], [3, 2, 1])

    const series = await tvCredits.load(asked as never, 'person', 1)
    assert.equal(series.cast.length, maxCreditsOfPerson)
    assert.equal(series.cast[0]?.overview, beginning)
    assert.deepEqual([...new Set(series.cast.map(({ id }) => id))], [3, 2, 1])

    const works = await worksOfPerson(db, 1, language)
    const departments = works.flatMap((work) => [...work.departments])
    // The last ones are those of the oldest title.
    assert.deepEqual([works.length, departments.length], [titles.length * 2 - 1, maxRowsOfPerson])

    const params = { tv_episode_group_id: 'a'.repeat(24) }
    const order = (await orderDetails.handle({ ...asked, params } as never)) as Static<typeof orderDetails.reply>
    const episodes = order.groups.flatMap((group) => group.episodes)
    assert.equal(episodes.length, maxEpisodesOfOrder)
    assert.equal(episodes[0]?.overview, beginning)
    assert.equal(order.episode_count, groups.length * episodeIds.length)
  })
})
