import { partOperation } from '#src/catalogue/part-operations.ts'
import { languageTag } from '../components/languages.ts'
import { emptyState, nextStep, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { framed, pictureOf } from '../components/picture.ts'
import { smallHead } from '../components/small-head.ts'
import { type Html, html } from '../html.ts'
import { type Answer, type PageContext, page } from '../page.ts'
import { addressOf, idsIn } from '../records/addresses.ts'
import { redirectFirst } from '../records/canonical.ts'
import { section } from '../records/cards.ts'
import type { Pictured } from '../records/gallery.ts'
import type { AggregateCredits, Credits } from '../records/part-replies.ts'
import { placeOf } from '../records/places.ts'
import { translatedWord } from '../records/translated-words.ts'
import { inCommon, inCommonForm, inCommonParameters } from './in-common.ts'
import { type MergedCredit, mergedCredits, workOf } from './merged.ts'

/** People on one page of a cast and crew. */
const peopleAtOnce = 100

type Of = Pictured & { credits: Credits | AggregateCredits; number: number }

/** All people of a title, each once, in pages. */
function creditsPage(context: PageContext, { credits, number, ...record }: Of): Answer {
  const { name, address } = record
  const { texts } = context
  const words = texts.title
  const people = mergedCredits(credits)
  const paged = { page: number, total_pages: Math.ceil(people.length / peopleAtOnce) }
  const shown = people.slice((number - 1) * peopleAtOnce, number * peopleAtOnce)
  const headings = { cast: texts.catalogue.cast, guests: texts.catalogue.guestStars }
  const groups = Map.groupBy(shown, ({ of, department }) =>
    of === 'crew' ? translatedWord(context, 'department', department || 'Crew') : headings[of],
  )
  const toAdd = nextStep(`${address}/edit?open=p.credits#p.credits`, words.addCredits)
  return {
    title: words.castAndCrewOf(name),
    main: html`
<article class="credits">
${smallHead(context, record, words.castAndCrew)}
${people.length === 0 && emptyState(words.noCredits, words.noCreditsText, toAdd)}
${[...groups].map(([heading, members]) =>
  section(heading, html`<ul class="people-rows">${members.map((person) => personRow(context, person))}</ul>`),
)}
${pagination(context, paged, (to) => `${address}/credits?page=${to}`)}
${people.length > 0 && inCommonForm(context, address)}
</article>`,
  }
}

function personRow(context: PageContext, person: MergedCredit): Html {
  const { id, name, profile_path } = person
  const picture = pictureOf({ gallery: 'profiles', file_path: profile_path, width: 'listed' })
  return html`<li>${framed(id, name, 'round', picture)}
<div><a href="${addressOf('person', id, name)}">${name}</a>
<span class="note">${workOf(context, person)}</span></div></li>`
}

/** The part of each kind that has all of its people. */
const parts = {
  movie: partOperation('movie', 'credits'),
  series: partOperation('series', 'aggregate_credits'),
  season: partOperation('season', 'aggregate_credits'),
  episode: partOperation('episode', 'credits'),
}

/** The pages *All cast and crew* of titles, seasons and episodes. */
export const creditsPages = Object.entries(parts).map(([kind, part]) => {
  const { path, find } = placeOf(kind as keyof typeof parts)
  return page(`GET ${path}/credits` as 'GET /credits', {
    access: 'anyone',
    query: ['page', ...inCommonParameters],
    async handle(context) {
      const isCompared = context.query.title.trim() !== '' || context.query.with !== ''
      const number = isCompared ? 1 : pageIn(context.query.page)
      if (number === undefined) return undefined
      const other = isCompared
        ? undefined
        : await redirectFirst(context, kind as keyof typeof parts, { path: '/credits' })
      if (other) return other
      const record = await find(context)
      const asked = { params: idsIn(context.params), query: { language: languageTag(context) } }
      const credits = record && ((await context.ask(part, asked)) as Credits | AggregateCredits | undefined)
      if (!credits) return undefined
      return isCompared
        ? inCommon(context, { ...record, credits })
        : creditsPage(context, { ...record, credits, number })
    },
  })
})
