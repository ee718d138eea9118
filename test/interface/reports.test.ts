import { entryId } from '#src/catalogue/entry-id.ts'
import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const poster = entryId('images', 'movie', 502, ['/glimmen-de.jpg'])
const ada = { session: 'ada' }
const reports = '/commons/1/reports'
const about = (what: string, of: string, more: object = {}) => ({
  ...ada,
  body: { what, of, reason: 'wrong', ...more },
})
const refused = (title: string, what: string, of: string, http = 404, code = 34) =>
  [title, `POST ${reports}`, http, status(code), about(what, of)] as const

const made = {
  ...{ id: 1, username: 'ada', at: '2026-03-10T12:00:00.000Z', what: 'record', of: 'movie 502', reason: 'wrong' },
  ...{ words: 'Not so.', status: 'open', answer: '', decided_at: null },
}

scenarios('reports', [
  [
    'a record is reported once, and the report withdrawn',
    [
      ['a record', `POST ${reports}`, 201, status(1), about('record', 'movie 502', { words: ' Not so. ' })],
      ['again', `POST ${reports}`, 403, status(8), about('record', 'movie 502')],
      ['own reports', `GET ${reports}`, 200, { reports: [made], next_after: null }, ada],
      ['the same', `GET ${reports}?after=7`, 200, { reports: [made], next_after: null }, ada],
      ['not those of others', `GET ${reports}`, 200, { reports: [], next_after: null }, { session: 'bo' }],
      ['no moderator', `POST ${reports}/1`, 401, status(38), { ...ada, body: { act: 'uphold', words: 'Yes' } }],
      ['of another', `POST ${reports}/1`, 404, status(34), { session: 'bo', body: { act: 'withdraw' } }],
      ['no act', `POST ${reports}/1`, 422, status(5), { ...ada, body: { act: 'agree' } }],
      ['withdrawn', `POST ${reports}/1`, 201, status(12), { ...ada, body: { act: 'withdraw' } }],
      ['nothing is left', `GET ${reports}`, 200, { reports: [], next_after: null }, ada],
    ],
  ],
  ['an edit', `POST ${reports}`, 201, status(1), about('edit', '2')],
  ['a picture', `POST ${reports}`, 201, status(1), about('image', `movie 502 posters ${poster}`)],
  ['no number', `GET ${reports}?after=-1`, 422, status(5), ada],
  refused('no such record', 'record', 'movie 999'),
  refused('no kind', 'record', 'toString 1'),
  refused('more than a record', 'record', 'movie 502 x'),
  refused('no such edit', 'edit', '99'),
  refused('no edit', 'edit', "1' or 1=1"),
  refused('no picture', 'image', 'movie 502 posters nothing'),
  refused('no review', 'review', 'ffffffffffffffffffffffff'),
  refused('a private list', 'list', '2'),
  refused('a private profile', 'profile', '2'),
  refused('nothing', 'record', '', 422, 5),
  refused('nothing that can be reported', 'session', '1', 422, 5),
])
