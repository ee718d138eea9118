import { maxWordLength } from '#src/catalogue/fields.ts'
import { person as searchPerson } from '#src/groups/search/person.ts'
import { foldName } from '#src/search/folding.ts'
import { blank, buttonForm, type Filled, textField } from '../components/form.ts'
import { languageTag } from '../components/languages.ts'
import { type Html, html, nothing } from '../html.ts'
import type { PageContext, RenderContext } from '../page.ts'
import { addressOf } from '../records/addresses.ts'
import { translatedWord } from '../records/translated-words.ts'

/** Most names that are looked up at once. */
const maxNames = 10
/** Longest text of the field for names, in UTF-16 units. */
const maxNamesLength = 500
/** Most people of one name to choose from. */
const maxCandidates = 8

/** People of a name: all of those that a search finds first, of whom those that are called exactly so come first. */
type Candidates = { name: string; found: Candidate[] }
type Candidate = { id: number; name: string; known_for_department: string | null; isExact: boolean }

/** The names in a text with commas between them. */
const namesIn = (text: string): string[] => [
  ...new Set(
    text
      .slice(0, maxNamesLength)
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  ),
]

/** What is wrong with the names on a form, by field. */
export function namesFaults({ texts: { pictures } }: RenderContext, { people }: { people: string }) {
  const isTooMuch = people.length > maxNamesLength || namesIn(people).length > maxNames
  return isTooMuch ? { people: pictures.tooManyNames(maxNames) } : {}
}

/** The field for names of a form. */
export const namesField = (context: RenderContext, filled: Filled): Html =>
  textField(context, filled, {
    name: 'people',
    label: context.texts.pictures.onIt,
    hint: context.texts.pictures.onItHint,
    maxLength: maxNamesLength,
  })

/** Looks up each of the names in a text. */
export function lookUpNames(context: PageContext, text: string): Promise<Candidates[]> {
  const names = namesIn(text).slice(0, maxNames)
  return Promise.all(
    names.map(async (name) => {
      const query = { query: name, language: languageTag(context) }
      const found = (await context.ask(searchPerson, { query }))?.results ?? []
      const folded = foldName(name)
      return {
        name,
        found: found.slice(0, maxCandidates).map(({ id, name, known_for_department }) => {
          return { id, name, known_for_department, isExact: foldName(name) === folded }
        }),
      }
    }),
  )
}

/** The one person who is called so; undefined if it has to be chosen who is meant. */
export function meantBy({ found }: Candidates): number | undefined {
  const [first, second] = found.filter(({ isExact }) => isExact)
  return second ? undefined : first?.id
}

/** The address of an image's page that asks who is meant by names. */
export const whoAddress = (address: string, names: string): string =>
  `${address}${names && `?who=${encodeURIComponent(names)}`}#people`

type Shown = { id: number; name: string }

/** Who is on an image; whoever may change it adds and removes people here. */
export function peopleSection(
  context: RenderContext,
  address: string,
  people: readonly Shown[],
  asked: readonly Candidates[] | undefined,
): Html {
  const { pictures } = context.texts
  if (people.length === 0 && !asked) return nothing
  const rows = people.map(
    ({ id, name }) => html`<li><a href="${addressOf('person', id, name)}">${name}</a>
${asked && buttonForm(context, `${address}/unname`, pictures.removePerson(name), { fields: { person: id } })}</li>`,
  )
  return html`
<section class="part" id="people"><h2>${pictures.onIt}</h2>
${rows.length > 0 && html`<ul class="record-rows people-on">${rows}</ul>`}
${asked?.map((candidates) => choice(context, address, candidates, asked))}
${asked && lookUpForm(context, address)}
</section>`
}

function choice(context: RenderContext, address: string, { name, found }: Candidates, asked: readonly Candidates[]) {
  const { pictures } = context.texts
  if (found.length === 0) return html`<p role="status">${pictures.nobodyCalled(name)}</p>`
  const others = asked.map((candidates) => candidates.name).filter((other) => other !== name)
  const rows = found.map((person) => {
    const known = translatedWord(context, 'department', person.known_for_department ?? '')
    const fields = { person: person.id, who: others.join(', ') }
    return html`<li><span><a href="${addressOf('person', person.id, person.name)}">${person.name}</a>
${known && html`<span class="note">${known}</span>`}</span>
${buttonForm(context, `${address}/name`, pictures.addPerson(person.name), { fields })}</li>`
  })
  return html`<h3>${pictures.whoIs(name)}</h3><ul class="record-rows people-on">${rows}</ul>`
}

const lookUpForm = (context: RenderContext, address: string): Html => {
  const { pictures } = context.texts
  return html`
<form class="form" method="get" action="${address}#people">
${textField(context, blank, { name: 'who', label: pictures.personsName, type: 'search', maxLength: maxWordLength })}
<p class="actions"><button class="button">${pictures.findPerson}</button></p>
</form>`
}
