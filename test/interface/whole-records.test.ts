import { status } from '../support/expected.ts'
import { type Scenario, scenarios } from '../support/scenarios.ts'

const ada = { session: 'ada' }
const asked = (body: object) => ({ ...ada, body })

const merging = 'POST /commons/1/merge'
const deleting = 'POST /commons/1/delete'
const moving = 'POST /commons/1/move'
const dependents = 'GET /commons/1/dependents'

const change = (of: object, field: string, place: string, action: string, more: object = {}) => ({
  ...of,
  ...{ field, place, action, iso_639_1: '', iso_3166_1: '', original_value: null, value: null },
  ...{ original_source: null, same_value: false },
  ...more,
})
const faults = (place: string, reason: string) => ({ ...status(5), faults: [{ record: 0, place, reason }] })
const refused = (title: string, request: string, body: object, expected: object = status(5)): Scenario => [
  title,
  request,
  422,
  expected,
  asked(body),
]
const unverified = (title: string, request: string, body: object): Scenario => [
  title,
  request,
  401,
  status(32),
  { session: 'dee', body },
]

const shelf = { kind: 'collection', id: 402 }
const survivor = { kind: 'collection', id: 401 }
const merges = [
  change(shelf, '', '', 'destroyed', { value: { merged_into: 401 } }),
  change(survivor, 'merged', '', 'added', { value: shelf }),
]
const waits = (...changes: object[]) => ({ edit_id: null, waits: true, changes })
const into = { ...shelf, into_id: 401 }
const choices = { values: { 'name||': 'survivor' }, parts: { images: 'survivor' } }

const episode = { kind: 'episode', id: 60112 }
const from = { series_id: 601, season_number: 1, episode_number: 2 }
const moves = (to: object) => [
  change(episode, 'episode_number', 'numbering', 'updated', { original_value: from, value: { ...from, ...to } }),
]

scenarios('whole records', [
  ['a merge by a member waits', merging, 200, waits(...merges), asked({ ...into, ...choices, note: 'The same.' })],
  ['a merge that is only tried', merging, 200, waits(...merges), asked({ ...into, dry_run: true })],
  refused('a merge into itself', merging, { ...into, into_id: 402 }, faults('into_id', 'is the record itself')),
  refused(
    'a survivor that is not there',
    merging,
    { ...into, into_id: 499 },
    faults('into_id', 'is no collection of the catalogue'),
  ),
  refused(
    'a merged record that is not there',
    merging,
    { kind: 'movie', id: 599, into_id: 501 },
    faults('id', 'is no movie of the catalogue'),
  ),
  refused(
    'a part that the kind has not',
    merging,
    { ...into, parts: { credits: 'merged' } },
    faults('parts.credits', 'is unknown'),
  ),
  refused('a side that does not exist', merging, { ...into, values: { 'name||': 'left' } }),
  unverified('a merge without a verified address', merging, into),

  [
    'what depends on a person',
    `${dependents}?kind=person&id=304`,
    200,
    { seasons: 0, episodes: 0, references: [{ kind: 'series', field: 'credits', count: 1 }], kept: [] },
    ada,
  ],
  ['what depends on nothing', `${dependents}?kind=movie&id=599`, 404, status(34), ada],
  [
    'a deletion by a member waits',
    deleting,
    200,
    waits(change(shelf, '', '', 'destroyed')),
    asked({ ...shelf, note: 'It is empty.' }),
  ],
  refused('a deletion without a reason', deleting, { ...shelf, note: ' ' }),
  refused(
    'a deletion of what is not there',
    deleting,
    { kind: 'movie', id: 599, note: 'Gone.' },
    faults('id', 'is no movie of the catalogue'),
  ),
  unverified('a deletion without a verified address', deleting, { ...shelf, note: 'It is empty.' }),

  [
    'an episode goes to another number',
    moving,
    200,
    { edit_id: 4, waits: false, changes: moves({ episode_number: 9 }) },
    asked({ ...episode, episode_number: 9, note: 'Counted anew.' }),
  ],
  [
    'a move that is only tried',
    moving,
    200,
    { edit_id: null, waits: false, changes: moves({ season_number: 2, episode_number: 9 }) },
    asked({ ...episode, season_number: 2, episode_number: 9, dry_run: true }),
  ],
  [
    'an episode that stays',
    moving,
    200,
    { edit_id: null, waits: false, changes: [] },
    asked({ ...episode, episode_number: 2 }),
  ],
  refused(
    'a number that is taken',
    moving,
    { ...episode, episode_number: 1 },
    faults('episode_number', 'belongs to the episode 60111'),
  ),
  refused(
    'a season that is not there',
    moving,
    { ...episode, season_number: 77 },
    faults('season_number', 'refers to a season that does not exist'),
  ),
  refused(
    'an episode that is not there',
    moving,
    { kind: 'episode', id: 699, episode_number: 1 },
    faults('id', 'is no episode of the catalogue'),
  ),
  refused('a movie has no number', moving, { kind: 'movie', id: 501, season_number: 1 }),
  unverified('a move without a verified address', moving, { ...episode, episode_number: 9 }),
])
