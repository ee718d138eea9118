import { type Html, html } from '../html.ts'
import type { RenderContext } from '../page.ts'
import { addressOf } from '../records/addresses.ts'
import { cards, facts, linked, personCard, section } from '../records/cards.ts'
import type { AggregateCredits, Credits } from '../records/part-replies.ts'
import { translatedWord } from '../records/translated-words.ts'
import { type MergedCredit, mergedCredits, workOf } from './merged.ts'

/** People of the cast on the page of a title; all of them are on a page of their own. */
const shownCast = 20

/** People of one job on the page of a title. */
const shownOfJob = 6

/** Jobs that the page of a title names, in this order. */
const keyJobs = [
  ...['Director', 'Creator', 'Writer', 'Screenplay', 'Story', 'Novel', 'Characters', 'Producer', 'Executive Producer'],
  ...['Director of Photography', 'Editor', 'Original Music Composer', 'Production Design'],
]

/** The first of the cast in a row, who did the most important jobs, and the way to everybody else. */
export function peopleSection(context: RenderContext, credits: Credits | AggregateCredits, address: string): Html {
  const { texts, format } = context
  const people = mergedCredits(credits)
  const rowOf = (title: string, part: MergedCredit['of']) => {
    const some = people.filter(({ of }) => of === part).slice(0, shownCast)
    const row = some.map((person) => personCard(person, workOf(context, person, 'roles')))
    return section(title, cards(row, 'row'), row.length)
  }
  const all = html`<p class="all-credits"><a href="${address}/credits">${texts.title.allCastAndCrew}</a>
<span class="note">(${format.number(people.length)})</span> ·
<a href="${address}/credits#in-common">${texts.title.inCommonLink}</a></p>`
  if (people.length === 0) return html``
  return html`${rowOf(texts.catalogue.cast, 'cast')}${rowOf(texts.catalogue.guestStars, 'guests')}${section(
    texts.catalogue.crew,
    keyCrew(context, people),
  )}${all}`
}

/** Each of the most important jobs with its people. Several jobs may have the same word. */
function keyCrew(context: RenderContext, people: readonly MergedCredit[]): Html | false {
  const byWord = new Map<string, Map<number, MergedCredit>>()
  for (const job of keyJobs)
    for (const person of people) {
      if (!person.jobs.includes(job)) continue
      const word = translatedWord(context, 'job', job)
      byWord.set(word, (byWord.get(word) ?? new Map()).set(person.id, person))
    }
  if (byWord.size === 0) return false
  return facts(
    [...byWord].map(([word, found]) => {
      const some = [...found.values()]
      const links = peopleLinks(some.slice(0, shownOfJob))
      return [word, some.length > shownOfJob ? [...links, html` …`] : links] as const
    }),
  )
}

export const peopleLinks = (people: readonly { id: number; name: string }[]): Html[] =>
  linked(people.map(({ id, name }) => ({ address: addressOf('person', id, name), name })))

/** Those who did a job, each once, as links. */
export const peopleWith = (credits: Credits | AggregateCredits, job: string): Html[] =>
  peopleLinks(mergedCredits(credits).filter(({ jobs }) => jobs.includes(job)))
