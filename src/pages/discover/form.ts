import { certifications } from '#src/reference/reference.ts'
import { languageTag } from '../components/languages.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext } from '../page.ts'
import {
  type ChoiceName,
  type Chosen,
  countryNames,
  discoverAddress,
  furtherGenre,
  languageNames,
  type NamedChoice,
  namedChoices,
  orderNames,
  type Place,
  spanNamesOf,
} from './choices.ts'
import { genresOf, type Named, providersOf, regionOf, runtimeName, withoutChoice } from './names.ts'

type Option = readonly [value: string, name: string]

/** Providers of a country that are offered for choice; the first ones come first. */
const mostProviders = 60
/** Letters of a name that are looked for. */
export const maxNameLength = 100
const firstDecade = 1900
const runtimes = ['-30', '-60', '-90', '90-120', '120-', '150-']
const ratings = ['9', '8', '7', '6', '5']

/** A list to choose from. What was chosen is one of the options, also where it is not in the list. */
function select(
  context: PageContext,
  name: ChoiceName | 'sort' | typeof furtherGenre,
  options: readonly Option[],
  chosen?: Option,
): Html {
  const { discover } = context.texts
  const all = chosen && !options.some(([value]) => value === chosen[0]) ? [chosen, ...options] : options
  return html`
<div class="field"><label for="${name}">${discover.labels[name]}</label>
<select id="${name}" name="${name}">
${name !== 'sort' && html`<option value="">${discover.any}</option>`}
${all.map(
  ([value, text]) =>
    html`<option value="${value}"${value === chosen?.[0] && html` selected`}>${text}</option>
`,
)}</select></div>`
}

/** Where titles are filtered: its addresses, the filters and the orders that it offers. */
export type Filtering = {
  path: string
  address(chosen: Chosen): string
  /** Absent: all of them. */
  names?: readonly ChoiceName[]
  orders: readonly Option[]
  order: string
  /** Fields of the address besides these, which stay as they are. */
  kept?: Readonly<Record<string, string>>
}

const inDiscover = ({ texts: { discover } }: PageContext, place: Place, chosen: Chosen): Filtering => ({
  path: `/discover/${place}`,
  address: (other) => discoverAddress(place, other),
  orders: orderNames.map((name) => [name, discover.orders[name]]),
  order: chosen.sort ?? 'popularity',
})

/** The form of all filters; it works without a script. */
export async function filterForm(
  context: PageContext,
  place: Place,
  chosen: Chosen,
  names: readonly Named[],
  on: Filtering = inDiscover(context, place, chosen),
) {
  const { texts, now } = context
  const { discover } = texts
  const region = regionOf(context, chosen)
  const offers = (name: ChoiceName) => on.names === undefined || on.names.includes(name)
  const [genres, providers] = await Promise.all([
    genresOf(context, place),
    offers('provider') ? providersOf(context, place, region) : [],
  ])
  const optionOf = (name: ChoiceName): Option | undefined => {
    const named = names.filter((one) => one.name === name)
    return named.length === 0 ? undefined : [chosen[name] ?? '', named.map(({ value }) => value).join(' + ')]
  }
  const list = (name: ChoiceName, options: readonly Option[]) =>
    offers(name) ? select(context, name, options, optionOf(name)) : nothing
  const entries = (all: readonly { id: number; name: string }[]): Option[] =>
    all.map(({ id, name }) => [String(id), name])
  const certificates = (Object.hasOwn(certifications.movie, region) ? (certifications.movie[region] ?? []) : [])
    .filter(({ order }) => order > 0)
    .map(
      ({ certification }): Option => [
        `${region}:${certification}`,
        discover.upTo(certification, context.format.country(region)),
      ],
    )
  const kept = (['keyword', 'person', 'company', 'network'] as const).flatMap((name) => (chosen[name] ? [name] : []))
  return html`
<details class="filters"><summary class="button">${discover.choose}</summary>
<form action="${on.path}" aria-label="${discover.choose}">
${list('genre', entries(genres))}
${offers('genre') && select(context, furtherGenre, furtherGenres(genres, chosen))}
${list(
  'decade',
  decadesUntil(now.getUTCFullYear()).map((decade) => [decade, discover.decade(decade)]),
)}
<div class="field"><label for="year">${discover.labels.year}</label>
<input id="year" name="year" inputmode="numeric" pattern="[1-9][0-9]{3}" maxlength="4"
value="${chosen.year ?? ''}"></div>
${list(
  'when',
  spanNamesOf(place).map((span) => [span, discover.spans[span]]),
)}
${list('country', countryNames(context))}
${list('original_language', languageNames(context))}
${place === 'movie' && certificates.length > 0 && list('certificate', certificates)}
${list(
  'runtime',
  runtimes.map((runtime) => [runtime, runtimeName(context, runtime)]),
)}
${list(
  'rating',
  ratings.map((rating) => [rating, discover.atLeast(rating)]),
)}
${providers.length > 0 && list('provider', entries(providers.slice(0, mostProviders)))}
${namedChoices.filter(offers).map((name) => nameField(context, place, name))}
${select(context, 'sort', on.orders, [on.order, ''])}
${kept.map((name) => html`<input type="hidden" name="${name}" value="${chosen[name]}">`)}
${Object.entries(on.kept ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${chosen.region ? html`<input type="hidden" name="region" value="${chosen.region}">` : nothing}
<p class="actions"><button class="button primary">${discover.apply}</button></p>
</form></details>`
}

/** The genres that a title may have to have besides those that were chosen. */
const furtherGenres = (genres: readonly { id: number; name: string }[], { genre = '' }: Chosen): Option[] =>
  genres.filter(({ id }) => !genre.split(/[,|]/).includes(String(id))).map(({ id, name }) => [String(id), name])

/** A field for the name of a record. Its script suggests some while somebody types; without it the first one counts. */
const nameField = (context: PageContext, place: Place, name: NamedChoice): Html => {
  const { discover } = context.texts
  const id = `${name}_name`
  return html`
<div class="field"><label for="${id}">${discover.labels[name]}</label>
<p class="hint" id="${id}-hint">${discover.nameHint}</p>
<input id="${id}" name="${id}" maxlength="${maxNameLength}" autocomplete="off" aria-describedby="${id}-hint"
data-suggest="${languageTag(context)}" data-suggestions="${discover.suggested}" data-chooses="${name}"
data-from="/discover/${place}/suggest?choice=${name}"></div>`
}

/** The decades up to a year, the last one first. */
const decadesUntil = (year: number): string[] =>
  Array.from({ length: Math.floor((year - firstDecade) / 10) + 1 }, (_, index) =>
    String(firstDecade + 10 * index),
  ).reverse()

/** What was chosen; each leads to the same list without it. */
export function chips(
  { texts: { discover } }: PageContext,
  place: Place,
  chosen: Chosen,
  names: readonly Named[],
  addressOf: (chosen: Chosen) => string = (other) => discoverAddress(place, other),
): Html {
  if (names.length === 0) return nothing
  const sorted: Chosen = chosen.sort ? { sort: chosen.sort } : {}
  return html`
<ul class="chips" aria-label="${discover.chosen}">
${names.map((named) => {
  const { label, value } = named
  const address = addressOf(withoutChoice(chosen, named))
  return html`<li><a href="${address}" aria-label="${discover.remove(label, value)}"><span class="note">${label}</span>
${value} <span aria-hidden="true">×</span></a></li>`
})}
${names.length > 1 && html`<li><a class="all" href="${addressOf(sorted)}">${discover.removeAll}</a></li>`}
</ul>`
}
