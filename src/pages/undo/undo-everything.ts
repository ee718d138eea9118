import { createdAt } from '#src/accounts/accounts.ts'
import { findSource } from '#src/catalogue/sources.ts'
import { isUsername } from '#src/credentials/rules.ts'
import { checkbox, errorSummary, type Filled, textField } from '../components/form.ts'
import { type Html, html, nothing } from '../html.ts'
import { type Answer, type PageContext, page } from '../page.ts'
import { carryOut, previewUndo, type Undoing } from './preview.ts'

const names = ['person', 'source', 'since', 'reviews', 'lists', 'ratings'] as const
type Sent = Readonly<Record<(typeof names)[number], string>>

/** A day, or a moment, as people write it. */
const moment = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z?)?$/

/** A moment as the operation reads it; undefined if it is none. */
function momentIn(text: string): string | undefined {
  const trimmed = text.trim()
  if (!moment.test(trimmed)) return undefined
  const whole = trimmed.length > 10 && !trimmed.endsWith('Z') ? `${trimmed}Z` : trimmed
  const iso = whole.replace(' ', 'T')
  return Number.isNaN(Date.parse(iso)) ? undefined : iso
}

type Whose = { title: string; body: Readonly<Record<string, string>>; back: string; isPerson: boolean }

/** Whose edits are undone; undefined if an address names neither a person nor a source. */
async function whoseIn({ db, texts: { undo } }: PageContext, { person, source }: Sent): Promise<Whose | undefined> {
  if (person !== '' && source === '' && isUsername(person)) {
    const back = `/edits?${new URLSearchParams({ person })}`
    return { title: undo.titleOfPerson(person), body: { account: person }, back, isPerson: true }
  }
  const found = source !== '' && person === '' ? await findSource(db, source) : undefined
  if (!found) return undefined
  const back = `/edits?${new URLSearchParams({ source })}`
  return { title: undo.titleOfSource(found.name), body: { source_id: source }, back, isPerson: false }
}

const boxesIn = ({ reviews, lists, ratings }: Sent) => ({
  ...(reviews !== '' && { with_reviews: true }),
  ...(lists !== '' && { with_lists: true }),
  ...(ratings !== '' && { with_ratings: true }),
})

function undoingOf({ texts: { history } }: PageContext, whose: Whose, sent: Sent, since: string): Undoing {
  const { title, body, back, isPerson } = whose
  return {
    title,
    body: { ...body, since, ...(isPerson && boxesIn(sent)) },
    action: '/edits/undo',
    fields: Object.fromEntries(names.map((name) => [name, sent[name]])),
    back: html`<p><a href="${back}">${history.edits}</a></p>`,
  }
}

/** Asks since when, and what besides edits and pictures. */
function ask(context: PageContext, { title, back, isPerson }: Whose, sent: Sent, error?: string): Answer {
  const { undo, history } = context.texts
  const filled: Filled = { values: sent, errors: error === undefined ? {} : { since: error } }
  const hidden = (name: 'person' | 'source'): Html =>
    sent[name] === '' ? nothing : html`<input type="hidden" name="${name}" value="${sent[name]}">`
  return {
    title,
    isPrivate: true,
    ...(error !== undefined && { http: 422 }),
    main: html`
<p><a href="${back}">${history.edits}</a></p>
<h1>${title}</h1>
${errorSummary(context, filled)}
<form class="form" action="/edits/undo" novalidate>
${hidden('person')}${hidden('source')}
${textField(context, filled, {
  name: 'since',
  label: undo.since,
  hint: undo.sinceHint,
  maxLength: 30,
  isRequired: true,
})}
${isPerson && checkbox(context, filled, { name: 'reviews', label: undo.withReviews })}
${
  isPerson &&
  sent.person !== context.viewer?.username &&
  html`
${checkbox(context, filled, { name: 'lists', label: undo.withLists, hint: undo.withListsHint })}
${checkbox(context, filled, { name: 'ratings', label: undo.withRatings, hint: undo.withRatingsHint })}`
}
<p class="actions"><button class="button primary">${undo.preview}</button></p>
</form>`,
  }
}

/** Everything that a person did, or that came from a source, since a moment. */
const preview = page('GET /edits/undo', {
  access: 'account',
  query: names,
  async handle(context) {
    const { query, texts } = context
    const whose = await whoseIn(context, query)
    if (!whose) return undefined
    if (query.since === '') {
      // All that a person did is what is undone most often.
      const first = whose.isPerson ? await createdAt(context.db, query.person) : undefined
      return ask(context, whose, { ...query, since: first?.slice(0, 10) ?? '' })
    }
    const since = momentIn(query.since)
    if (since === undefined) return ask(context, whose, query, texts.undo.sinceWrong)
    return previewUndo(context, undoingOf(context, whose, query, since))
  },
})

const confirm = page('POST /edits/undo', {
  access: 'account',
  form: [...names, 'note', 'seen'],
  async handle(context) {
    const { form } = context
    const [whose, since] = [await whoseIn(context, form), momentIn(form.since)]
    if (!whose || since === undefined) return undefined
    return carryOut(context, undoingOf(context, whose, form, since), form)
  },
})

export const undoOfEverything = [preview, confirm]
