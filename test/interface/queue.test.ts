import { status } from '../support/expected.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'

const ada = { session: 'ada' }
const queue = '/commons/1/queue'
const noon = '2026-03-10T12:00:00.000Z'

const change = {
  ...{ kind: 'movie', id: 503, field: 'general', place: 'external_ids ["kb2_id"]', action: 'added' },
  ...{ iso_639_1: '', iso_3166_1: '', original_value: null, value: { external_source: 'kb2_id', value: 'Q42' } },
  ...{ original_source: null, same_value: false },
}
/** Ids elsewhere are a weighty matter: they wait, whoever is no moderator and not trusted. */
const stated: Scenario = [
  'an id elsewhere',
  'POST /commons/1/edit',
  200,
  { edit_id: null, waits: true, waiting_id: 1, records: [], changes: [change] },
  { ...ada, body: { records: [{ kind: 'movie', id: 503, external_ids: { kb2_id: 'Q42' } }], note: 'Seen' } },
]
const waiting = {
  ...{ id: 1, at: noon, username: 'ada', note: 'Seen', source_url: '', changes: [change], status: 'waiting' },
  ...{ undoes: null, reason: '', question: '', answer: '', accepted: 0, refused: 0, decided_at: null, edit_id: null },
}

scenarios('queue', [
  [
    'an edit that waits is seen by its author, who takes it back',
    [
      stated,
      ['own edits', `GET ${queue}`, 200, { edits: [waiting], next_after: null }, ada],
      ['the same', `GET ${queue}?account=Ada&after=5`, 200, { edits: [waiting], next_after: null }, ada],
      ['not those of others', `GET ${queue}`, 200, { edits: [], next_after: null }, { session: 'bo' }],
      ['one', `GET ${queue}/1`, 200, waiting, ada],
      ['one of somebody else', `GET ${queue}/1`, 404, status(34), { session: 'bo' }],
      ['one that is not there', `GET ${queue}/2`, 404, status(34), ada],
      ['nobody accepts their own', `POST ${queue}/1`, 401, status(38), { ...ada, body: { act: 'accept' } }],
      ['an answer needs words', `POST ${queue}/1`, 422, status(5), { ...ada, body: { act: 'answer' } }],
      ['unasked', `POST ${queue}/1`, 404, status(34), { ...ada, body: { act: 'answer', words: 'Yes' } }],
      ['no act', `POST ${queue}/1`, 422, status(5), { ...ada, body: { act: 'take' } }],
      ['others', `POST ${queue}/1`, 401, status(36), { session: 'bo', body: { act: 'withdraw' } }],
      ['taken back', `POST ${queue}/1`, 201, status(12), { ...ada, body: { act: 'withdraw' } }],
      ['once', `POST ${queue}/1`, 404, status(34), { ...ada, body: { act: 'withdraw' } }],
      ['nothing waits', `GET ${queue}`, 200, { edits: [], next_after: null }, ada],
    ],
  ],
  ['no number', `GET ${queue}?after=-1`, 422, status(5), ada],
  ['somebody unknown', `GET ${queue}?account=nobody`, 404, status(34), ada],
])
