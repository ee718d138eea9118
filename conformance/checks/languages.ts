import type { Call } from '../call.ts'
import { type Answer, field, rowsOf } from '../client.ts'
import type { Subject } from '../records.ts'

/** The texts that a translation of each kind has: those that are the name, and those that are empty without one. */
const kinds: Readonly<Record<string, { name?: string; original?: string; texts: readonly string[] }>> = {
  movie_id: { name: 'title', original: 'original_title', texts: ['overview', 'tagline'] },
  series_id: { name: 'name', original: 'original_name', texts: ['overview', 'tagline'] },
  season_number: { texts: ['overview'] },
  episode_number: { texts: ['overview'] },
  person_id: { texts: ['biography'] },
}

/** Languages that catalogues rarely have, to see what is shown without a translation. */
const rareLanguages = ['eo', 'cy', 'mt', 'yi', 'sw']
/** How many translations of a record are compared with its details in their language. */
const TRANSLATIONS = 3

/** Details in a language show the texts of that translation, and no text of another one. */
export async function languageChecks(call: Call) {
  const place = /\{(\w+)\}$/.exec(call.path)?.[1] ?? ''
  const kind = kinds[place]
  if (!kind || !call.operation.appends) return
  for (const subject of call.subjects) {
    const answer = await call.get(subject, {}, '/translations')
    const rows = rowsOf(answer.body, 'translations')
    if (answer.status !== 200) continue
    const elsewhere = kind.name ? await titlesElsewhere(call, subject) : []
    for (const row of rows.filter(({ iso_3166_1 }) => iso_3166_1).slice(0, TRANSLATIONS))
      await sameTexts(call, subject, { ...kind, elsewhere }, row)
    await noOtherLanguage(call, subject, { ...kind, elsewhere }, rows)
    originalNames(call, answer, kind, rows, await call.get(subject))
  }
}

type Row = Record<string, unknown>
type Kind = (typeof kinds)[string]
/** With the alternative titles of the record: one of the country may stand in for a translation. */
type Named = Kind & { elsewhere: readonly Row[] }

async function titlesElsewhere(call: Call, subject: Subject): Promise<Row[]> {
  const { body } = await call.get(subject, {}, '/alternative_titles')
  return [...rowsOf(body, 'titles'), ...rowsOf(body, 'results')]
}

async function sameTexts(call: Call, subject: Subject, { name, original, texts, elsewhere }: Named, row: Row) {
  const language = `${row.iso_639_1}-${row.iso_3166_1}`
  const answer = await call.get(subject, { language })
  for (const text of texts) {
    const [given, wanted] = [field(answer.body, text), field(row.data, text)]
    const wrong = given !== wanted && `${text} is not that of the translation ${language}`
    call.notes.check('texts in the language', answer, wrong)
  }
  if (!name || !original) return
  const stated = field(row.data, name)
  const ofCountry = elsewhere.flatMap(({ iso_3166_1, title }) => (iso_3166_1 === row.iso_3166_1 ? [title] : []))
  const wanted = stated ? [stated] : [field(answer.body, original), ...ofCountry]
  const isRight = wanted.includes(field(answer.body, name))
  const wrong = !isRight && `${name} is not ${wanted.map((one) => JSON.stringify(one)).join(' or ')}`
  call.notes.check('name in the language', answer, wrong)
}

async function noOtherLanguage(call: Call, subject: Subject, kind: Named, rows: readonly Row[]) {
  const { name, original, texts, elsewhere } = kind
  const language = rareLanguages.find((code) => rows.every((row) => row.iso_639_1 !== code))
  if (!language) return
  const answer = await call.get(subject, { language })
  const wrong = texts.flatMap((text) => (field(answer.body, text) ? [`${text} is there without a translation`] : []))
  const known = [field(answer.body, original ?? ''), ...elsewhere.map(({ title }) => title)]
  if (name && original && !known.includes(field(answer.body, name)))
    wrong.push(`${name} is not the original one without a translation`)
  call.notes.check('no text of another language', answer, wrong)
}

/** A translation into the original language leaves the name empty where it is the original one. */
function originalNames(call: Call, answer: Answer, { name, original }: Kind, rows: readonly Row[], details: Answer) {
  if (!name || !original) return
  const own = rows.filter((row) => row.iso_639_1 === field(details.body, 'original_language'))
  const same = own.find((row) => field(row.data, name) === field(details.body, original))
  const wrong = same && `${name} of ${same.iso_639_1}-${same.iso_3166_1} repeats the original one`
  call.notes.check('original names in translations', answer, wrong)
}
