import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const position = 482
const answer = {
  ...{ incarnation: /^[0-9a-f]{32}$/, after: position, position, next: /^\d+:[0-9a-f]{32}$/ },
  ...{ has_more: false, time: '2026-03-10T12:00:00.000Z', changes: [] },
}

scenarios('feed', [
  ['the position now', 'GET /commons/1/changes', 200, answer],
  [
    'what has changed since, with lines',
    [
      ['the position now', 'GET /commons/1/changes', 200, answer],
      [
        'a change',
        'POST /commons/1/edit',
        200,
        {
          ...{ edit_id: 4, waiting_id: null, waits: false },
          records: [{ kind: 'collection', id: 1_500_000_000, is_new: true, revision: 483 }],
          changes: [
            {
              ...{ kind: 'collection', id: 1_500_000_000, field: '', place: '', action: 'created' },
              ...{ iso_639_1: '', iso_3166_1: '', original_value: null, value: null, original_source: null },
              same_value: false,
            },
          ],
        },
        { session: 'ada', body: { records: [{ kind: 'collection', name: 'Told at Once' }] } },
      ],
      [
        'what that was',
        'GET /commons/1/changes?after={1.next}&lines=true',
        200,
        {
          ...{ ...answer, position: 483 },
          changes: [{ kind: 'collection', id: 1_500_000_000, position: 483, gone: false, into: null }],
          lines: [{ kind: 'collection', id: 1_500_000_000, name: 'Told at Once', source: 'people' }],
        },
      ],
    ],
  ],
  ['kinds', 'GET /commons/1/changes?kinds=movie,person&wait=0', 200, answer],
  ['records', 'GET /commons/1/changes?record=movie:501,person:701', 200, answer],
  ['the titles of a list', 'GET /commons/1/changes?list=3', 200, answer],
  ['a list that does not exist', 'GET /commons/1/changes?list=99999', 404, status(34)],
  ['a list that others do not see', 'GET /commons/1/changes?list=2', 404, status(34)],
  ['a kind that does not exist', 'GET /commons/1/changes?kinds=film', 422, status(5)],
  ['a record that is none', 'GET /commons/1/changes?record=501', 422, status(5)],
  ['a position that is none', 'GET /commons/1/changes?after=now', 422, status(5)],
  ['a position that is yet to come', 'GET /commons/1/changes?after=999999999', 410, status(47)],
  ['a position of another catalogue', 'GET /commons/1/changes?after=1:other', 410, status(47)],
])
