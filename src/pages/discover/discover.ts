import { company as companies } from '#src/groups/search/company.ts'
import { keyword as keywords } from '#src/groups/search/keyword.ts'
import { person as people } from '#src/groups/search/person.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import { emptyState, nextStep, pagination, reachablePages } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { type Html, html, nothing } from '../html.ts'
import { withParameters } from '../local-address.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { cards } from '../records/cards.ts'
import { seesOwned } from '../records/owned.ts'
import {
  type Chosen,
  changed,
  chosenIn,
  discoverAddress,
  furtherGenre,
  genresIn,
  type NamedChoice,
  namedChoices,
  type Place,
  parameterNames,
  withOneMore,
} from './choices.ts'
import { chips, filterForm, maxNameLength } from './form.ts'
import { foundTitles } from './found.ts'
import { type Named, namesOf, withoutChoice } from './names.ts'

/** Totals beyond this are estimates. */
const MOST_EXACT = 10_000

const nameParameters = namedChoices.map((name) => `${name}_name` as const)
type NameParameter = (typeof nameParameters)[number]
type Parameter = (typeof parameterNames)[number] | NameParameter | 'page' | 'took'
type Question = PageContext<string, Parameter>

/** Other records of a name that was typed without a script, beside the one that was taken. */
const mostOthers = 5

/** Operations that find records by their names. */
const searches = { person: people, keyword: keywords, company: companies } as const

type Entry = { id: number; name: string }

/** The records of a name, the nearest first. */
async function recordsNamed({ ask, ...context }: Question, choice: NamedChoice, name: string): Promise<Entry[]> {
  const language = choice === 'person' ? { language: languageTag(context) } : {}
  const found = await ask(searches[choice], { query: { query: name, ...language } } as never)
  return (found as { results: Entry[] } | undefined)?.results ?? []
}

/** Names that were typed and sent, without those that are empty. */
const namesIn = ({ query }: Question): [choice: NamedChoice, name: string][] =>
  namedChoices.flatMap((choice) => {
    const name = query[`${choice}_name`].trim().slice(0, maxNameLength)
    return name === '' ? [] : [[choice, name]]
  })

/** What is chosen with the first record of each name, and the names as the page that is shown then reads them. */
async function withNames(context: Question, chosen: Chosen): Promise<[Chosen, took: string[]]> {
  const took: string[] = []
  let all = chosen
  for (const [choice, name] of namesIn(context)) {
    const [first] = await recordsNamed(context, choice, name)
    if (first) all = withOneMore(all, choice, first.id)
    took.push(`${choice}:${first?.id ?? ''}:${name}`)
  }
  return [all, took]
}

/** Says which record was taken for a name, and leads to others that have it. */
async function whatWasTaken(context: Question, place: Place, chosen: Chosen, took: string): Promise<Html> {
  const { discover } = context.texts
  const [, word = '', id = '', name = ''] = /^(\w+):(\d*):(.+)$/su.exec(took) ?? []
  const choice = namedChoices.find((one) => one === word)
  if (!choice) return nothing
  const found = await recordsNamed(context, choice, name.slice(0, maxNameLength))
  const taken = found.find((one) => one.id === Number(id))
  if (!taken) return html`<p class="notice" role="status">${discover.noneNamed(discover.labels[choice], name)}</p>`
  const without = (chosen[choice] ?? '').split(/[,|]/).filter((one) => one !== id)
  const rest = changed(chosen, [choice], without.length > 0 ? { [choice]: without.join(',') } : {})
  const others = found.filter((one) => one !== taken).slice(0, mostOthers)
  const links = others.map(
    (one) => html`<li><a href="${discoverAddress(place, withOneMore(rest, choice, one.id))}">${one.name}</a></li>`,
  )
  const said = discover.took(discover.labels[choice], taken.name, name)
  if (links.length === 0) return html`<p class="notice" role="status">${said}</p>`
  return html`<div class="notice" role="status">
<p>${said} ${discover.orAnother}</p><ul class="chips">${links}</ul></div>`
}

/** The address with what was taken for each name: one line for each, since names may have every other sign. */
const withTook = (address: string, took: readonly string[]): string =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ took: took.join('\n') })}`
const tookIn = (text: string): string[] => text.split('\n').slice(0, namedChoices.length)

/** The same filters for what lies in the house. */
const toOwned = ({ texts }: PageContext, place: Place, chosen: Chosen): Html =>
  html`<p><a class="button" href="${withParameters(`/library/owned/${place}`, chosen)}">${texts.owned.only}</a></p>`

const discoverPage = (place: Place) =>
  page(`GET /discover/${place}`, {
    access: 'anyone',
    query: [...parameterNames, ...nameParameters, furtherGenre, 'page', 'took'],
    async handle(context) {
      const { texts, query, format } = context
      const number = pageIn(query.page)
      if (number === undefined) return undefined
      const chosen = chosenIn(place, { ...query, genre: genresIn(query) })
      if (namesIn(context).length > 0) {
        const [all, took] = await withNames(context, chosen)
        return redirect(withTook(discoverAddress(place, all), took))
      }
      // A form sends what was not chosen, too; an address that people share has only what counts.
      if (query[furtherGenre] !== '' || /[?&]\w+=(&|$)/.test(context.address))
        return redirect(discoverAddress(place, chosen, number))
      const [found, names] = await Promise.all([
        foundTitles(context, place, chosen, number),
        namesOf(context, place, chosen),
      ])
      if (!found) return undefined
      const { discover, common } = texts
      const address = (to: number) => discoverAddress(place, chosen, to)
      const count = format.number(found.total_results)
      const title = [discover.title, place === 'movie' ? common.movies : common.series].join(': ')
      return {
        title: number > 1 ? `${title}, ${common.pageOf(number, reachablePages(found))}` : title,
        scripts: ['facets.js', 'choose.js'],
        // There are more combinations than a search engine has to know.
        isPrivate: Object.keys(chosen).length > 1,
        main: html`
<h1>${discover.title}</h1>
${kindsNavigation(context, place, chosen)}
<p class="hint">${discover.hint}</p>
${await Promise.all(tookIn(query.took).map((took) => whatWasTaken(context, place, chosen, took)))}
<div class="discover">
<div class="discover-filters">
${await filterForm(context, place, chosen, names)}
</div>
<div class="discover-found">
${seesOwned(context) && toOwned(context, place, chosen)}
${chips(context, place, chosen, names)}
<p class="note" role="status">${found.total_results > MOST_EXACT ? discover.about(count) : discover.titles(count)}</p>
${found.total_results === 0 ? await nothingFound(context, place, chosen, names) : cards(found.cards)}
${pagination(context, found, address)}
</div>
${found.total_results > 0 && facetsFor(context, place, chosen)}
</div>`,
      }
    },
  })

/** Where the script puts what it counts among the titles: the names are those of the form. */
function facetsFor(context: PageContext, place: Place, chosen: Chosen): Html {
  const { facets, facetsOf } = context.texts.discover
  const asked = new URLSearchParams(discoverAddress(place, chosen).split('?')[1])
  asked.set('reader', languageOf(context).iso_3166_1)
  if (context.viewer?.include_adult) asked.set('include_adult', 'true')
  return html`<div class="facets" data-facets="/discover/${place}/facets?${asked.toString()}"
data-genre="${facets.genres}" data-decade="${facets.decades}" data-country="${facets.countries}"
data-among="${facetsOf('#')}" data-most="${MOST_EXACT}"
lang="${context.language}" hidden></div>`
}

function kindsNavigation({ texts: { common, discover } }: PageContext, current: Place, chosen: Chosen): Html {
  const link = (place: Place, label: string) => {
    const address = discoverAddress(place, place === current ? chosen : chosenIn(place, chosen))
    return html`<li><a href="${address}"${place === current && html` aria-current="page"`}>${label}</a></li>`
  }
  return html`<nav class="kinds" aria-label="${discover.kinds}"><ul>${link('movie', common.movies)}${link(
    'tv',
    common.series,
  )}</ul></nav>`
}

/** Which filter to remove, with what would be found without it. */
async function nothingFound(
  context: PageContext,
  place: Place,
  chosen: Chosen,
  names: readonly Named[],
): Promise<Html> {
  const { discover } = context.texts
  const kind = place === 'movie' ? 'movie' : 'series'
  const toAdd = nextStep(`/${place}/new`, context.texts.edit.addKind[kind])
  if (names.length === 0) return emptyState(discover.nothing, discover.nothingText, toAdd)
  const ways = await Promise.all(
    names.map(async (named) => {
      const { label, value } = named
      const without = withoutChoice(chosen, named)
      const found = await foundTitles(context, place, without, 1)
      return { address: discoverAddress(place, without), label, value, total: found?.total_results ?? 0 }
    }),
  )
  const better = ways.filter(({ total }) => total > 0).sort((one, other) => other.total - one.total)
  const links = better.map(
    ({ address, label, value, total }) =>
      html`<li><a href="${address}">${discover.without(label, value, context.format.number(total))}</a></li>`,
  )
  return better.length === 0
    ? emptyState(discover.nothing, discover.dropMore)
    : emptyState(discover.nothing, discover.dropOne, html`<ul class="record-rows">${links}</ul>`)
}

/** Where the page is known by a shorter address. */
const start = page('GET /discover', {
  access: 'anyone',
  handle: async () => redirect('/discover/movie'),
})

export const discovering = [start, discoverPage('movie'), discoverPage('tv')]
