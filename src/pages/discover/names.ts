import { details as companyDetails } from '#src/groups/companies/details.ts'
import { movieList, tvList } from '#src/groups/genres/lists.ts'
import { details as keywordDetails } from '#src/groups/keywords/details.ts'
import { details as networkDetails } from '#src/groups/networks/details.ts'
import { details as personDetails } from '#src/groups/people/details.ts'
import { movies as movieProviders } from '#src/groups/watch-providers/movies.ts'
import { series as seriesProviders } from '#src/groups/watch-providers/series.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import type { PageContext } from '../page.ts'
import { type ChoiceName, type Chosen, changed, choiceNames, type Place, partsOf, type SpanName } from './choices.ts'

export function runtimeName({ texts: { discover } }: Pick<PageContext, 'texts'>, value: string): string {
  const [least = '', most = ''] = value.split('-')
  if (least === '') return discover.minutesUpTo(most)
  return most === '' ? discover.minutesFrom(least) : discover.minutesBetween(least, most)
}

/** A choice in words, and what is left of its parameter without it: of several people, each is a choice. */
export type Named = { name: ChoiceName; label: string; value: string; rest?: string }

type Entry = { id: number; name: string }

export async function genresOf({ ask, ...context }: PageContext, place: Place): Promise<readonly Entry[]> {
  const list = await ask(place === 'movie' ? movieList : tvList, { query: { language: languageTag(context) } })
  return [...(list?.genres ?? [])].sort((one, other) => one.name.localeCompare(other.name, context.language))
}

export async function providersOf({ ask }: PageContext, place: Place, watch_region: string): Promise<readonly Entry[]> {
  const list = await ask(place === 'movie' ? movieProviders : seriesProviders, { query: { watch_region } })
  return (list?.results ?? []).map(({ provider_id: id, provider_name: name }) => ({ id, name }))
}

export const regionOf = (context: PageContext, chosen: Chosen): string =>
  chosen.region ?? languageOf(context).iso_3166_1

/** Records by their ids in a value; those that do not exist stand for themselves. */
async function namesById(value: string, nameOf: (id: number) => Promise<string | undefined>): Promise<string> {
  const separator = value.includes('|') ? ' | ' : ' + '
  const ids = value.split(/[,|]/)
  return (await Promise.all(ids.map(async (id) => (await nameOf(Number(id))) ?? id))).join(separator)
}

/** How each choice is called. */
const values: Record<ChoiceName, (context: PageContext, value: string, place: Place, chosen: Chosen) => unknown> = {
  async genre(context, value, place) {
    const genres = new Map((await genresOf(context, place)).map(({ id, name }) => [id, name]))
    return namesById(value, async (id) => genres.get(id))
  },
  decade: ({ texts }, value) => texts.discover.decade(value),
  year: (_context, value) => value,
  when: ({ texts }, value) => texts.discover.spans[value as SpanName] ?? value,
  country: ({ format }, value) => format.country(value),
  original_language: ({ format }, value) => format.language(value),
  certificate: ({ texts, format }, value) => {
    const [country, name] = partsOf(value)
    return texts.discover.upTo(name, format.country(country))
  },
  runtime: (context, value) => runtimeName(context, value),
  rating: ({ texts }, value) => texts.discover.atLeast(value),
  async provider(context, value, place, chosen) {
    const region = regionOf(context, chosen)
    const provider = (await providersOf(context, place, region)).find(({ id }) => id === Number(value))
    return context.texts.discover.at(provider?.name ?? value, context.format.country(region))
  },
  keyword: ({ ask }, value) =>
    namesById(value, async (keyword_id) => (await ask(keywordDetails, { params: { keyword_id } }))?.name),
  person: ({ ask, ...context }, value) =>
    namesById(value, async (person_id) => {
      const query = { language: languageTag(context) }
      return (await ask(personDetails, { params: { person_id }, query }))?.name
    }),
  company: ({ ask }, value) =>
    namesById(value, async (company_id) => (await ask(companyDetails, { params: { company_id } }))?.name),
  network: ({ ask }, value) =>
    namesById(value, async (network_id) => (await ask(networkDetails, { params: { network_id } }))?.name),
}

/** What was chosen without one of the choices. */
export const withoutChoice = (chosen: Chosen, { name, rest }: Named): Chosen =>
  changed(chosen, [name], rest === undefined ? {} : { [name]: rest })

/** Everything that was chosen, in words. */
export async function namesOf(context: PageContext, place: Place, chosen: Chosen): Promise<Named[]> {
  const named = async (name: ChoiceName, value: string, rest?: string): Promise<Named> => ({
    name,
    label: context.texts.discover.labels[name],
    value: String(await values[name](context, value, place, chosen)),
    ...(rest === undefined ? {} : { rest }),
  })
  const all = choiceNames.flatMap((name) => {
    const value = chosen[name]
    if (value === undefined) return []
    // Of several that a title has to have all, each is removed by itself.
    const each = value.split(',')
    if (each.length === 1 || value.includes('|')) return [named(name, value)]
    return each.map((one) => named(name, one, each.filter((other) => other !== one).join(',')))
  })
  return Promise.all(all)
}
