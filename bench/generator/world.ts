import { drawn, drawnWhole } from './curves.ts'
import { dayOfYear } from './days.ts'
import { type Degrees, degreesOf } from './degrees.ts'
import {
  actorCredits,
  castSize,
  collectionSize,
  companyCount,
  companyFilms,
  directorCredits,
  directors,
  movieYear,
  otherCrew,
  seriesCastSize,
  seriesCompanyCount,
  seriesCreators,
  titleLength,
} from './distributions.ts'
import { drawLanguage, type Language } from './languages.ts'
import { titleOf, type Writing } from './lexicon.ts'
import { providers } from './offers.ts'
import { type Permutation, permutationOf } from './permutation.ts'
import { type Random, randomOf, streamOf } from './random.ts'
import { planSeries, type SeriesPlan } from './series-plan.ts'
import { type Weights, weightsOf } from './weights.ts'

/**
 * A whole invented catalogue, as a function of its number of movies and a seed. Nothing of it is kept but short tables
 * and the plan of its series, so every record can be made by itself, in any order.
 */
export type World = {
  readonly seed: number
  readonly counts: Counts
  /** Ranks by popularity: the place of `id - 1` is its rank, and 0 is the most popular. */
  readonly order: Readonly<Record<keyof Counts, Permutation>>
  /** Ranks by the number of their entries, from their ranks by popularity. */
  readonly weights: Readonly<Record<'movie' | 'series', Weights>>
  readonly plan: SeriesPlan
  readonly movie: { cast: Degrees; directors: Degrees; crew: Degrees; companies: Degrees }
  readonly series: { cast: Degrees; creators: Degrees; companies: Degrees }
  readonly actors: Pool
  readonly directors: Pool
  readonly crew: Pool
  readonly companies: Pool
  /** The movies of collections: the first places of the shuffled movies are theirs. */
  readonly collections: Pool
  /** Numbers of outside ids, which titles and episodes share. */
  readonly outside: Permutation
}

export type Counts = Record<
  'movie' | 'series' | 'season' | 'episode' | 'person' | 'company' | 'network' | 'collection' | 'keyword' | 'provider',
  number
>

/** Those who take places: the place with a number belongs to the rank that `degrees` says, once shuffled. */
export type Pool = { readonly degrees: Degrees; readonly places: Permutation }

/** Assumed: how many there are for each movie. */
const perMovie = { company: 0.312, network: 0.0035, collection: 0.012, keyword: 0.04 }
export const seriesPerMovie = 0.2
export const episodesPerMovie = 5
export const peoplePerMovie = 4

/** Shares of the people who act, direct, and work behind the camera; a few who act little also direct. */
const shares = { actor: 0.76, director: 0.085, crew: 0.192 }

export const defaultSeed = 1

export function worldOf(movies: number, seed = defaultSeed): World {
  const count = (share: number) => Math.max(1, Math.round(movies * share))
  const series = count(seriesPerMovie)
  const people = count(peoplePerMovie)
  const plan = planSeries(seed, series, count(episodesPerMovie))
  const counts: Counts = {
    movie: movies,
    series,
    season: plan.seasons,
    episode: plan.episodes,
    person: people,
    company: count(perMovie.company),
    network: count(perMovie.network),
    collection: count(perMovie.collection),
    keyword: count(perMovie.keyword),
    provider: providers,
  }
  const poolOf = (name: string, degrees: Degrees): Pool => ({
    degrees,
    places: permutationOf(seed, streamOf(`${name} places`), degrees.total),
  })
  return {
    seed,
    counts,
    plan,
    weights: { movie: weightsOf(seed, 'movie', movies), series: weightsOf(seed, 'series', series) },
    order: Object.fromEntries(
      Object.entries(counts).map(([kind, length]) => [kind, permutationOf(seed, streamOf(kind), length)]),
    ) as World['order'],
    movie: {
      cast: degreesOf(movies, castSize),
      directors: degreesOf(movies, directors),
      crew: degreesOf(movies, otherCrew),
      companies: degreesOf(movies, companyCount),
    },
    series: {
      cast: degreesOf(series, seriesCastSize),
      creators: degreesOf(series, seriesCreators),
      companies: degreesOf(series, seriesCompanyCount),
    },
    actors: poolOf('actor', degreesOf(Math.ceil(people * shares.actor), actorCredits)),
    directors: poolOf('director', degreesOf(Math.ceil(people * shares.director), directorCredits)),
    crew: poolOf('crew', degreesOf(Math.ceil(people * shares.crew), directorCredits)),
    companies: poolOf('company', degreesOf(counts.company, companyFilms)),
    collections: {
      degrees: degreesOf(counts.collection, collectionSize),
      places: permutationOf(seed, streamOf('collected'), movies),
    },
    outside: permutationOf(seed, streamOf('outside'), movies + series + plan.episodes),
  }
}

/** What is drawn for one record and one purpose. */
export const drawFor = ({ seed }: World, stream: number, id: number): Random => randomOf(seed, stream, id)

export const rankOf = (world: World, kind: keyof Counts, id: number): number => world.order[kind].to(id - 1)
export const idAt = (world: World, kind: keyof Counts, rank: number): number => world.order[kind].from(rank) + 1

/** The one whose the place is; places beyond the last one begin again. */
const rankAt = ({ degrees, places }: Pool, place: number) => degrees.ownerOf(places.to(place % degrees.total))

export const companyAt = (world: World, place: number): number => idAt(world, 'company', rankAt(world.companies, place))

/** Actors are the people of the first ranks, the crew those of the last ones, and directors come before the crew. */
export const firstDirector = ({ counts, directors, crew }: World): number =>
  counts.person - crew.degrees.population - directors.degrees.population
export const firstOfCrew = ({ counts, crew }: World): number => counts.person - crew.degrees.population

export const actorAt = (world: World, place: number): number => idAt(world, 'person', rankAt(world.actors, place))
export const directorAt = (world: World, place: number): number =>
  idAt(world, 'person', firstDirector(world) + rankAt(world.directors, place))
export const crewAt = (world: World, place: number): number =>
  idAt(world, 'person', firstOfCrew(world) + rankAt(world.crew, place))

const collectionStream = streamOf('collection title')
const mostOfTitle = 30

/** What a collection and its first film are called, in its language, and the day of that film. */
export function collectionTitle(world: World, id: number): { language: Language; title: Writing; first: number } {
  const random = drawFor(world, collectionStream, id)
  const language = drawLanguage(random)
  const title = titleOf(language.tongue, random, Math.min(mostOfTitle, drawnWhole(random, titleLength)))
  return { language, title, first: dayOfYear(drawn(random, movieYear)) }
}

/** The collection that a movie belongs to, and the number that it has there. */
export function collectionOf(world: World, movie: number) {
  const { degrees, places } = world.collections
  const place = places.to(movie - 1)
  if (place >= degrees.total) return undefined
  const rank = degrees.ownerOf(place)
  const id = idAt(world, 'collection', rank)
  return { id, number: place - degrees.startOf(rank), ...collectionTitle(world, id) }
}
