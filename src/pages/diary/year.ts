import { moviesById, peopleOnlyById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import type { Span } from '#src/kept/diary/days.ts'
import type { Statistics } from '#src/kept/diary/statistics.ts'
import { languageOf } from '../components/languages.ts'
import { emptyState, nextStep } from '../components/lists.ts'
import { genresOf } from '../discover/names.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import { addressOf } from '../records/addresses.ts'
import { type Card, cards, movieCard, section, seriesCard } from '../records/cards.ts'
import { barChart, type Ranked, rankedList } from './charts.ts'
import { factsOf } from './facts.ts'

/** Whose diary is shown, of which year, or all of it; and what of it. */
type Shown = {
  account_id: number
  year: string | undefined
  showsRatings: boolean
  /** The address of a month, for whom it leads somewhere. */
  month?(month: string): string
}

export const isYear = (text: string): boolean => /^(?:18|19|20|21)\d\d$/.test(text)

const spanOfYear = (year: string): NonNullable<Span> => ({ first: `${year}-01-01`, last: `${year}-12-31` })

/** What a diary says of a year, or as a whole: numbers, months, titles, people, countries and decades. */
export async function yearContent(context: PageContext, shown: Shown): Promise<Html> {
  const { texts } = context
  const { diary, library } = texts
  const { account_id, year } = shown
  const facts = await factsOf(context, account_id, year === undefined ? undefined : spanOfYear(year))
  if (facts.movies + facts.episodes === 0)
    return emptyState(
      year === undefined ? diary.nothingYet : diary.nothingIn(year),
      library.noDaysText,
      nextStep('/discover/movie', library.find.movie),
    )
  const [rated, watched, people, genres] = await Promise.all([
    shown.showsRatings ? ratedCards(context, facts) : [],
    watchedCards(context, facts),
    peopleLists(context, facts),
    genreList(context, facts),
  ])
  return html`${figures(context, facts)}
${section(year === undefined ? diary.byYear : diary.byMonth, timeChart(context, facts, shown))}
${rated.length > 0 && section(diary.highestRated, cards(rated, 'shelf'))}
${watched.length > 0 && section(diary.mostWatched, cards(watched, 'shelf'))}
<div class="rankings">${people}${genres}${countryList(context, facts)}${decadeList(context, facts)}</div>`
}

/** The numbers. What there is nothing of is not said. */
function figures({ texts: { diary }, format }: PageContext, facts: Statistics): Html {
  const hours = Math.round(facts.minutes / 60)
  const all: readonly (readonly [label: string, value: number])[] = [
    [diary.figures.movies(facts.movies), facts.movies],
    [diary.figures.rewatched, facts.rewatched],
    [diary.figures.series, facts.series],
    [diary.figures.episodes(facts.episodes), facts.episodes],
    [diary.figures.hours(hours), hours],
    [diary.figures.days(facts.days), facts.days],
    [diary.figures.streak, facts.streak.days],
  ]
  const { first, last, days } = facts.streak
  const notes = [
    days > 1 && diary.streakFrom(format.date(first), format.date(last)),
    facts.unknown_length > 0 && diary.unknownLength(facts.unknown_length),
    facts.without_day > 0 && diary.withoutDay(facts.without_day),
  ].filter((note) => note !== false)
  return html`<dl class="figures">${all
    .filter(([, value]) => value > 0)
    .map(([label, value]) => html`<div><dt>${label}</dt><dd>${format.number(value)}</dd></div>`)}</dl>
${notes.length > 0 && html`<p class="note">${notes.join(' ')}</p>`}`
}

/** How much somebody has watched: all of it, and in the year of a day. */
export async function shortFigures(context: PageContext, account_id: number, year: string): Promise<Html> {
  const { format } = context
  const { figures: words, yearShort } = context.texts.diary
  const [all, ofYear] = await Promise.all([
    factsOf(context, account_id, undefined),
    factsOf(context, account_id, spanOfYear(year)),
  ])
  const hours = Math.round(all.minutes / 60)
  const shown = [
    [words.movies(all.movies), all.movies],
    [words.episodes(all.episodes), all.episodes],
    [words.hours(hours), hours],
    [yearShort(year), ofYear.movies + ofYear.series],
  ] as const
  const some = shown.filter(([, value]) => value > 0)
  if (some.length === 0) return nothing
  return html`<dl class="figures">${some.map(
    ([label, value]) => html`<div><dt>${label}</dt><dd>${format.number(value)}</dd></div>`,
  )}</dl>`
}

/** How much there was in each month of a year, or in each year; the months lead to what was watched. */
function timeChart(context: PageContext, { months }: Statistics, { year, month: addressOfMonth }: Shown): Html {
  const { texts, format } = context
  const { diary } = texts
  if (year === undefined) {
    const years = new Map<string, { movies: number; episodes: number }>()
    for (const { month, movies, episodes } of months) {
      const known = years.get(month.slice(0, 4)) ?? { movies: 0, episodes: 0 }
      years.set(month.slice(0, 4), { movies: known.movies + movies, episodes: known.episodes + episodes })
    }
    const bars = [...years].map(([name, counts]) => ({ name, ...counts, said: diary.inTime(name, counts) }))
    return barChart(context, diary.byYear, bars)
  }
  const found = new Map(months.map((each) => [each.month, each]))
  const bars = format.months.map(({ name, short }, at) => {
    const { movies = 0, episodes = 0 } = found.get(`${year}-${String(at + 1).padStart(2, '0')}`) ?? {}
    return { name: short, movies, episodes, said: diary.inTime(name, { movies, episodes }) }
  })
  const links = months.map(({ month, movies, episodes }) => {
    const { name } = format.months[Number(month.slice(5)) - 1] ?? { name: month }
    const count = format.number(movies + episodes)
    return html`<li><a href="${addressOfMonth?.(month)}">${name} <span>${count}</span></a></li>`
  })
  return html`${barChart(context, diary.byMonth, bars)}
${addressOfMonth ? html`<nav class="kinds" aria-label="${texts.library.months}"><ul>${links}</ul></nav>` : nothing}`
}

async function ratedCards(context: PageContext, { rated }: Statistics): Promise<Card[]> {
  const { db, texts, format } = context
  const language = languageOf(context)
  const idsOf = (of: string) => rated.filter(({ kind }) => kind === of).map(({ id }) => id)
  const [movies, series] = await Promise.all([
    moviesById(db, idsOf('movie'), language),
    seriesById(db, idsOf('series'), language),
  ])
  return rated.flatMap(({ kind, id, value }) => {
    const note = texts.catalogue.outOfTen(format.number(value))
    const movie = kind === 'movie' ? movies.find((row) => row.id === id) : undefined
    const one = kind === 'series' ? series.find((row) => row.id === id) : undefined
    return [...(movie ? [movieCard(movie, note)] : []), ...(one ? [seriesCard(one, note)] : [])]
  })
}

async function watchedCards(context: PageContext, { most_watched }: Statistics): Promise<Card[]> {
  const ids = most_watched.map(({ id }) => id)
  const rows = await seriesById(context.db, ids, languageOf(context))
  const entries = new Map(most_watched.map(({ id, entries }) => [id, entries]))
  return rows.map((row) => seriesCard(row, context.texts.catalogue.episodeCount(entries.get(row.id) ?? 0)))
}

/** The directors and the actors of several titles. */
async function peopleLists(context: PageContext, { directors, cast }: Statistics): Promise<Html> {
  const { diary } = context.texts
  const ids = [...directors, ...cast].map(({ id }) => id)
  const people = await peopleOnlyById(context.db, [...new Set(ids)], languageOf(context))
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const rowsOf = (of: Statistics['cast']) =>
    of.flatMap(({ id, titles }) => {
      const name = names.get(id)
      return name === undefined
        ? []
        : counted(context, html`<a href="${addressOf('person', id, name)}">${name}</a>`, titles)
    })
  return html`${ranking(diary.directors, rowsOf(directors))}${ranking(diary.cast, rowsOf(cast))}`
}

async function genreList(context: PageContext, { genres }: Statistics): Promise<Html> {
  const known = [...(await genresOf(context, 'movie')), ...(await genresOf(context, 'tv'))]
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const rows = genres.flatMap(({ id, titles }) => {
    const name = names.get(id)
    return name === undefined ? [] : counted(context, name, titles)
  })
  return ranking(context.texts.diary.genres, rows)
}

const countryList = (context: PageContext, { countries }: Statistics): Html =>
  ranking(
    context.texts.catalogue.countries,
    countries.map(({ code, titles }) => counted(context, context.format.country(code), titles)),
  )

const decadeList = (context: PageContext, { decades }: Statistics): Html =>
  ranking(
    context.texts.diary.decades,
    decades.map(({ decade, titles }) => counted(context, context.texts.discover.decade(decade), titles)),
  )

const counted = ({ texts, format }: PageContext, label: Html | string, titles: number): Ranked => ({
  label,
  count: titles,
  said: texts.library.onShelf(format.number(titles)),
})

const ranking = (title: string, rows: readonly Ranked[]): Html => section(title, rankedList(rows), rows.length)
