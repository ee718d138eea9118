import { type Call, isPaged } from '../call.ts'
import { type Answer, field, rowsOf } from '../client.ts'
import type { Subject } from '../records.ts'
import { isSame } from '../shape.ts'

const LAST_PAGE = 500
const ROWS = 20
const ROWS_OF_CHANGES = 100
const MOST_TRENDS = 10_000

/** The rules of pages: the first, the second, the last, and one beyond the end. */
export async function pagingChecks(call: Call) {
  if (!isPaged(call.operation) || !call.takes('page')) return
  const [subject] = call.subjects
  if (!subject) return
  const first = await call.get(subject)
  if (first.status !== 200) return
  if (field(first.body, 'page') === 0 && call.path.endsWith('/tagged_images')) return everythingAtOnce(call, first)
  const size = /^\/\w+\/changes$/.test(call.path) ? ROWS_OF_CHANGES : ROWS
  const { rows, total, pages } = numbersOf(first)
  const { notes } = call
  notes.check('number of the page', first, field(first.body, 'page') !== 1 && 'page is not 1 without the parameter')
  notes.check('rows of a page', first, rows.length !== Math.min(size, total) && `${rows.length} rows of ${total}`)
  if (call.path.startsWith('/trending/')) {
    notes.check(
      'ends of trends',
      first,
      (total > MOST_TRENDS || pages > LAST_PAGE) && `${total} rows on ${pages} pages`,
    )
  } else {
    const right = Math.ceil(total / size)
    const isRight = pages === right || (total === 0 && pages === 1)
    notes.check('total_pages', first, !isRight && `total_pages is ${pages} for ${total} rows, not ${right}`)
  }
  const named = await call.get(subject, { page: 1 })
  notes.check('page 1 is the first', named, !isSame(named.body, first.body) && 'it differs from the reply without page')
  await laterPages(call, subject, first, size)
}

async function laterPages(call: Call, subject: Subject, first: Answer, size: number) {
  const { notes } = call
  const { rows, total, pages } = numbersOf(first)
  if (pages > 1) {
    const second = await call.get(subject, { page: 2 })
    const seen = new Set(rows.map(identityOf))
    const again = rowsOf(second.body).find((row) => seen.has(identityOf(row)))
    notes.check('pages without repeats', second, again && `${identityOf(again)} is on page 1, too`)
  }
  const last = Math.min(pages, LAST_PAGE)
  if (last > 1) {
    const answer = await call.get(subject, { page: last })
    const left = Math.min(size, total - (last - 1) * size)
    const given = rowsOf(answer.body).length
    notes.check('last page', answer, given !== left && `${given} rows, not ${left}`)
    notes.check('number of the page', answer, field(answer.body, 'page') !== last && `page is not ${last}`)
  }
  if (pages >= LAST_PAGE) return
  const beyond = await call.get(subject, { page: pages + 1 > 1 ? pages + 1 : 2 })
  const { rows: none, total: same } = numbersOf(beyond)
  const wrong = [
    beyond.status !== 200 && `got ${beyond.status} instead of 200`,
    none.length > 0 && `${none.length} rows`,
    same !== total && `total_results is ${same}, not ${total}`,
  ].filter((sentence) => sentence !== false)
  notes.check('page beyond the end', beyond, wrong)
  notes.reply(beyond, call.operation.reply, call.client.dialect)
}

/** Tagged images may come all at once, on a page 0. */
function everythingAtOnce({ notes }: Call, answer: Answer) {
  const { rows, total } = numbersOf(answer)
  notes.check('rows of a page', answer, rows.length !== total && `${rows.length} rows of ${total} on page 0`)
}

const numbersOf = ({ body }: Answer) => ({
  rows: rowsOf(body),
  total: Number(field(body, 'total_results')),
  pages: Number(field(body, 'total_pages')),
})

const identityOf = (row: Record<string, unknown>) => `${row.media_type ?? ''} ${row.id}`.trim()
