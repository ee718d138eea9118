import { recordsOfSample } from '#src/catalogue/edits/undo/undo.ts'
import { status } from '../support/expected.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'

const ada = { session: 'ada' }
const noon = '2026-03-10T12:00:00.000Z'
const loaded = '2026-03-01T08:00:00.000Z'

const shelf = { kind: 'collection', id: 402 }
const edited = (records: object[], more: object = {}) => ({ ...ada, body: { records, ...more } })
const undone = (body: object) => ({ ...ada, body })

const change = (of: object, field: string, place: string, action: string, more: object = {}) => ({
  ...of,
  ...{ field, place, action, iso_639_1: '', iso_3166_1: '', original_value: null, value: null },
  ...{ original_source: null, same_value: false },
  ...more,
})
const inEnglish = { iso_639_1: 'en', iso_3166_1: 'US' }
const overview = (action: string, more: object) =>
  change(shelf, 'overview', 'overview||', action, { ...inEnglish, ...more })
const added = overview('added', { value: 'Nothing on it.' })
const removed = overview('deleted', { original_value: 'Nothing on it.', original_source: 'people' })
const cleared = change(shelf, 'name', 'name||', 'deleted', {
  ...inEnglish,
  ...{ original_value: 'Empty Shelf Collection', original_source: 'rumour' },
})
const works = { kind: 'company', id: 1_500_000_000 }
const made = change(works, '', '', 'created')
const destroyed = change(works, '', '', 'destroyed')

/** The first edit that is made after the world, and the number of the last change of the world. */
const first = 4
const last = 482

const byAda = { at: noon, username: 'ada', source_id: 'people', note: '', source_url: '', undoes: null }
const why = { note: 'It is empty.', source_url: 'https://shelf.example/empty' }
const found = (...edits: object[]) => ({ edits, next_before: null })

const outcome = (edit_id: number | null, records: object[], ...changes: object[]) => ({
  ...{ edit_id, waits: false, waiting_id: null },
  records,
  changes,
})
const noneKept = { number_count: 0, list_count: 0, rating_count: 0 }
const undo = (edit_id: number | null, change_count: number, changes: object[], left: object[] = []) => ({
  ...{ edit_id, waits: false, job_id: null, change_count, edit_count: null, changes, left },
  ...noneKept,
})

/** What becomes of 40 companies that are made after others. */
const manyMade = (before: number) => {
  const each = Array.from({ length: 40 }, (_, index) => ({ kind: 'company', id: 1_500_000_000 + before + index }))
  return outcome(
    first + before / 40,
    each.map((of, index) => ({ ...of, is_new: true, revision: last + 1 + before + index })),
    ...each.map((of) => change(of, '', '', 'created')),
  )
}

const edit = '/commons/1/edit'
const edits = '/commons/1/edits'
const record = '/commons/1/record?kind=collection&id=402'
const comparison = '/commons/1/comparison?kind=collection&id=402'
const undoing = '/commons/1/undo'

const described = edited([{ ...shelf, overview: 'Nothing on it.' }], why)
const describes: Scenario = [
  'an overview',
  `POST ${edit}`,
  200,
  outcome(first, [{ ...shelf, is_new: false, revision: last + 1 }], added),
  described,
]
const makes: Scenario = [
  'a company',
  `POST ${edit}`,
  200,
  outcome(first, [{ ...works, is_new: true, revision: last + 1 }], made),
  edited([{ kind: 'company', name: 'Lamp Works' }]),
]

const faults = (...list: [record: number, place: string, reason: string][]) => ({
  ...status(5),
  faults: list.map(([record, place, reason]) => ({ record, place, reason })),
})
const refused = (title: string, body: unknown, expected: object = status(5)): Scenario => [
  title,
  `POST ${edit}`,
  422,
  expected,
  { ...ada, body },
]
const notUndone = (title: string, body: object, http = 422, code = 5): Scenario => [
  title,
  `POST ${undoing}`,
  http,
  status(code),
  undone(body),
]

const idempotency_key = 'a-key-of-this-test'
const repeated = edited([{ kind: 'company', name: 'Lamp Works' }], { idempotency_key })

const line = { kind: 'collection', id: 402, name: 'Empty Shelf Collection' }
const provenance = {
  ...{ place: 'name||', source_id: 'rumour', licence: 'CC-BY-4.0', username: null, at: loaded, locked: false },
}
const revised = {
  ...{ place: 'overview||', source_id: 'people', licence: 'CC0-1.0', username: 'ada', at: noon, locked: false },
}

scenarios('edits', [
  [
    'an edit that is sent again has no second effect',
    [
      ['once', `POST ${edit}`, 200, outcome(first, [{ ...works, is_new: true, revision: last + 1 }], made), repeated],
      ['again', `POST ${edit}`, 200, outcome(first, [{ ...works, is_new: true, revision: last + 1 }], made), repeated],
      [
        'another one under its key',
        `POST ${edit}`,
        422,
        faults([0, 'idempotency_key', 'was used for another edit']),
        edited([{ kind: 'company', name: 'Other Works' }], { idempotency_key }),
      ],
      refused('a key that is short', { records: [line], idempotency_key: 'short' }),
    ],
  ],
  [
    'an edit, its record, its history and who did it',
    [
      describes,
      [
        'the same again',
        `POST ${edit}`,
        200,
        outcome(null, [{ ...shelf, is_new: false, revision: last + 1 }]),
        described,
      ],
      [
        'the record',
        `GET ${record}`,
        200,
        {
          ...shelf,
          revision: last + 1,
          line: { ...line, overview: 'Nothing on it.' },
          provenance: [provenance, revised],
        },
      ],
      ['as it was', `GET ${record}&revision=45`, 200, { ...shelf, revision: 45, line, provenance: [] }],
      ['what changed', `GET ${comparison}&from=45&to=${last + 1}`, 200, { changes: [added] }],
      ['the other way round', `GET ${comparison}&from=${last + 1}&to=45`, 200, { changes: [removed] }],
      ['the edit', `GET ${edit}/${first}`, 200, { id: first, ...byAda, ...why, changes: [added], next_after: null }],
      ['of the account', `GET ${edits}?account=Ada`, 200, found({ id: first, ...byAda, ...why, changes: [added] })],
      [
        'of the record',
        `GET ${edits}?kind=collection&id=402&before=${last + 2}`,
        200,
        found(
          { id: first, ...byAda, ...why, changes: [added] },
          {
            id: 2,
            at: loaded,
            username: null,
            source_id: 'atlas',
            note: '',
            source_url: '',
            undoes: null,
            changes: [change(shelf, '', '', 'created')],
          },
        ),
      ],
      [
        'of texts in English',
        `GET ${edits}?kind=collection&iso_639_1=en&field=overview&source_id=people`,
        200,
        found({ id: first, ...byAda, ...why, changes: [added] }),
      ],
      ['of texts in French', `GET ${edits}?kind=collection&iso_639_1=fr`, 200, found()],
    ],
  ],
  makes,
  [
    'an edit that is only tried',
    [
      [
        'a try',
        `POST ${edit}`,
        200,
        // The present one: that of the try goes to the next edit of somebody.
        outcome(null, [{ ...shelf, is_new: false, revision: 45 }], cleared, added),
        edited([{ ...shelf, overview: 'Nothing on it.', name: null }], { dry_run: true }),
      ],
      ['nothing of it', `GET ${record}`, 200, { ...shelf, revision: 45, line, provenance: [provenance] }],
    ],
  ],
  [
    'an edit of a record that has changed since',
    [
      describes,
      [
        'too late',
        `POST ${edit}`,
        409,
        {
          ...status(47),
          status_message: 'Invalid input: somebody has changed a record since it was read.',
          conflicts: [
            {
              record: 1,
              ...shelf,
              revision: last + 1,
              changes: [{ edit_id: first, at: noon, username: 'ada', ...added }],
            },
          ],
        },
        edited([
          { kind: 'company', name: 'Lamp Works' },
          { ...shelf, revision: 45, name: 'Full Shelf Collection' },
        ]),
      ],
    ],
  ],
  refused('no record', { records: [] }),
  refused('too many records', { records: Array.from({ length: 101 }, () => shelf) }),
  refused('a long note', { records: [shelf], note: 'x'.repeat(1_001) }),
  refused('no address', { records: [shelf], source_url: 'shelf' }),
  refused(
    'lines that do not fit',
    {
      records: [{ kind: 'movie', runtime: 'long', popularity: 5 }, { kind: 'shelf' }, { kind: 'season', name: 'One' }],
    },
    faults(
      [0, 'popularity', 'is unknown'],
      [0, 'runtime', 'has to be a whole number or null'],
      [1, 'kind', 'is not a kind of record'],
      [2, 'series_id', 'is missing'],
      [2, 'season_number', 'is missing'],
    ),
  ),
  refused('no title', { records: [{ kind: 'movie' }] }, faults([0, 'title', 'is missing'])),
  refused('reviews', { records: [{ ...shelf, reviews: {} }] }, faults([0, 'reviews', 'is unknown'])),
  refused(
    'records that do not exist',
    { records: [{ kind: 'movie', id: 9, title: 'Nine' }] },
    faults([0, 'id', 'is no movie of the catalogue']),
  ),
  ['nobody', `POST ${edit}`, 401, status(3), { body: { records: [shelf] } }],
  [
    'a session that may not edit',
    `POST ${edit}`,
    401,
    status(36),
    { session: 'bo', key: 'second', body: { records: [shelf] } },
  ],
  ['an address that is not verified', `POST ${edit}`, 401, status(32), { session: 'dee', body: { records: [shelf] } }],
  ['of nobody', `GET ${edits}?account=nobody`, 404, status(34)],
  ['a record and a filter', `GET ${edits}?kind=collection&id=402&field=name`, 422, status(5)],
  ['a record without its kind', `GET ${edits}?id=402`, 422, status(5)],
  ['no edit', `GET ${edit}/99`, 404, status(34)],
  ['after nothing', `GET ${edit}/2?after=x`, 422, status(5)],
  [
    'after its changes',
    `GET ${edit}/2?after=100000`,
    200,
    {
      id: 2,
      at: loaded,
      username: null,
      source_id: 'atlas',
      note: '',
      source_url: '',
      undoes: null,
      changes: [],
      next_after: null,
    },
  ],
  ['no record', `GET /commons/1/record?kind=collection&id=9`, 404, status(34)],
  ['before there was one', `GET ${record}&revision=1`, 404, status(34)],
  ['nothing to compare', `GET /commons/1/comparison?kind=collection&id=9&from=1&to=2`, 404, status(34)],

  [
    'an undo, and the undo of it',
    [
      describes,
      [
        'of the value',
        `POST ${undoing}`,
        200,
        undo(first + 1, 1, [removed]),
        undone({ edit_id: first, ...shelf, place: 'overview||', note: 'It is not.' }),
      ],
      [
        'the edit of it',
        `GET ${edit}/${first + 1}`,
        200,
        {
          ...{ id: first + 1, ...byAda, note: 'It is not.', changes: [removed], next_after: null },
          undoes: { edit_id: first, ...shelf, place: 'overview||' },
        },
      ],
      [
        'nothing any more',
        `POST ${undoing}`,
        200,
        undo(null, 1, [], [{ ...shelf, place: 'overview||', reason: 'changed_since', edit_id: first + 1 }]),
        undone({ edit_id: first }),
      ],
      ['undone', `POST ${undoing}`, 200, undo(first + 2, 1, [added]), undone({ edit_id: first + 1 })],
    ],
  ],
  [
    'an undo that is only tried',
    [
      describes,
      ['a try', `POST ${undoing}`, 200, undo(null, 1, [removed]), undone({ edit_id: first, dry_run: true })],
      ['nothing is undone', `GET ${comparison}&from=45&to=${last + 1}`, 200, { changes: [added] }],
    ],
  ],
  [
    'all that somebody did',
    [
      makes,
      [
        'since a day',
        `POST ${undoing}`,
        200,
        undo(first + 1, 1, [destroyed]),
        undone({ account: 'ada', since: '2026-03-10', with_reviews: true }),
      ],
      [
        'since tomorrow',
        `POST ${undoing}`,
        200,
        undo(null, 0, []),
        undone({ account: 'ada', since: '2026-03-11T00:00Z' }),
      ],
    ],
  ],
  notUndone('nothing', {}),
  notUndone('two things', { edit_id: 2, account: 'ada' }),
  notUndone('since when', { account: 'ada' }),
  notUndone('a place of which record', { edit_id: 2, place: 'name||' }),
  notUndone('since a day that does not exist', { account: 'ada', since: '2026-13-40' }, 400, 23),
  notUndone('an edit that does not exist', { edit_id: 99 }, 404, 34),
  notUndone('a source that does not exist', { source_id: 'nowhere', since: '2026-03-01' }, 404, 34),
  notUndone('somebody who does not exist', { account: 'nobody', since: '2026-03-01' }, 404, 34),
  notUndone('what somebody else did', { account: 'eve', since: '2026-03-01' }, 401, 38),
  notUndone('lists of one’s own', { account: 'ada', since: '2026-03-01', with_lists: true }, 401, 38),
  notUndone('ratings of one’s own', { account: 'ada', since: '2026-03-01', with_ratings: true }, 401, 38),
  notUndone('what a source did', { source_id: 'atlas', since: '2026-03-01' }, 401, 38),
  ['an undo by nobody', `POST ${undoing}`, 401, status(3), { body: { edit_id: 2 } }],
  ['an undo without a verified address', `POST ${undoing}`, 401, status(32), { session: 'dee', body: { edit_id: 2 } }],
  [
    'many records, which take a job',
    [
      ...[0, 40, 80].map(
        (before): Scenario => [
          'forty companies',
          `POST ${edit}`,
          200,
          manyMade(before),
          edited(Array.from({ length: 40 }, (_, index) => ({ kind: 'company', name: `Works ${before + index}` }))),
        ],
      ),
      [
        'a try',
        `POST ${undoing}`,
        200,
        {
          ...{ edit_id: null, waits: false, job_id: null, change_count: null, edit_count: 3, left: [] },
          ...noneKept,
          changes: Array.from({ length: recordsOfSample }, (_, index) =>
            change({ kind: 'company', id: works.id + 120 - recordsOfSample + index }, '', '', 'destroyed'),
          ),
        },
        undone({ account: 'ada', since: '2026-03-10', dry_run: true }),
      ],
      [
        'all of them',
        `POST ${undoing}`,
        200,
        {
          ...{ edit_id: null, waits: false, job_id: 1, change_count: null, edit_count: null, changes: [], left: [] },
          ...noneKept,
        },
        undone({ account: 'ada', since: '2026-03-10' }),
      ],
      [
        'how far it is',
        `GET ${undoing}/1`,
        200,
        { status: 'waiting', phase: 'bring_back', done: 0, total: null, edit_id: null, left_count: 0, left: [] },
        ada,
      ],
      ['for somebody else', `GET ${undoing}/1`, 404, status(34), { session: 'eve' }],
    ],
  ],
  notUndone('an import of many records', { edit_id: 3 }, 401, 38),
])
