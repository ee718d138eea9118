import { movie } from '#src/groups/discover/movie.ts'
import { tv } from '#src/groups/discover/tv.ts'
import { person as people } from '#src/groups/search/person.ts'
import { cards, movieCard, seriesCard } from '../catalogue/cards.ts'
import { languageOf, languageTag } from '../catalogue/languages.ts'
import { pageIn } from '../catalogue/page-number.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page, redirect } from '../page.ts'
import { type Chosen, changed, chosenIn, discoverAddress, filtersOf, type Place, parameterNames } from './choices.ts'
import { chips, filterForm } from './form.ts'
import { type Named, namesOf } from './names.ts'

/** Totals beyond this are estimates. */
const MOST_EXACT = 10_000

type Question = PageContext<string, (typeof parameterNames)[number] | 'page' | 'person_name'>

/** A page of what was chosen. */
async function listOf(context: PageContext, place: Place, chosen: Chosen, page: number) {
  const filters = filtersOf(place, chosen, languageOf(context).iso_3166_1)
  const include_adult = String(context.viewer?.include_adult ?? false)
  const query = { ...filters, include_adult, page, language: languageTag(context) }
  if (place === 'movie') {
    const found = await context.ask(movie, { query })
    return found && { ...found, cards: found.results.map((row) => movieCard(row)) }
  }
  const found = await context.ask(tv, { query })
  return found && { ...found, cards: found.results.map((row) => seriesCard(row)) }
}

/** The first person of a name, which is typed where there is no script. */
async function personNamed({ ask, ...context }: Question, name: string): Promise<number | undefined> {
  const found = await ask(people, { query: { query: name, language: languageTag(context) } })
  return found?.results[0]?.id
}

const discoverPage = (place: Place) =>
  page(`GET /discover/${place}`, {
    access: 'anyone',
    query: [...parameterNames, 'page', 'person_name'],
    async handle(context) {
      const { texts, query, format } = context
      const number = pageIn(query.page)
      if (number === undefined) return undefined
      const chosen = chosenIn(place, query)
      const name = query.person_name.trim().slice(0, 100)
      if (name !== '') {
        const id = await personNamed(context, name)
        if (id !== undefined) return redirect(discoverAddress(place, changed(chosen, [], { person: String(id) })))
      }
      // A form sends what was not chosen, too; an address that people share has only what counts.
      if (/[?&]\w+=(&|$)/.test(context.address) && name === '') return redirect(discoverAddress(place, chosen, number))
      const [found, names] = await Promise.all([
        listOf(context, place, chosen, number),
        namesOf(context, place, chosen),
      ])
      if (!found) return undefined
      const { discover, common } = texts
      const address = (to: number) => discoverAddress(place, chosen, to)
      const count = format.number(found.total_results)
      const title = [discover.title, place === 'movie' ? common.movies : common.series].join(': ')
      return {
        title: number > 1 ? `${title}, ${common.pageOf(number, found.total_pages)}` : title,
        scripts: ['facets.js'],
        // There are more combinations than a search engine has to know.
        isPrivate: Object.keys(chosen).length > 1,
        main: html`
<h1>${discover.title}</h1>
${kindsNavigation(context, place, chosen)}
<p class="hint">${discover.hint}</p>
${name !== '' && html`<p class="notice" role="status">${discover.nobody(name)}</p>`}
<div class="discover">
<div class="discover-filters">
${await filterForm(context, place, chosen, names)}
</div>
<div class="discover-found">
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
data-among="${facetsOf('#')}"
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
  if (names.length === 0) return emptyState(discover.nothing, discover.nothingText)
  const ways = await Promise.all(
    names.map(async ({ name, label, value }) => {
      const without = changed(chosen, [name])
      const found = await listOf(context, place, without, 1)
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
