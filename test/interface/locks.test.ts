import { status } from '../support/expected.ts'
import { scenarios } from '../support/scenarios.ts'

const locks = '/commons/1/locks'
const ada = { session: 'ada' }
const lock = { kind: 'movie', id: 502, locked_for: 'members', reason: 'Vandalism' }

scenarios('locks', [
  ['no locks', `GET ${locks}?kind=movie&id=502`, 200, { kind: 'movie', id: 502, locks: [] }],
  ['no such record', `GET ${locks}?kind=movie&id=999`, 404, status(34)],
  ['no kind', `GET ${locks}?kind=toString&id=502`, 422, status(5)],
  ['no moderator', `POST ${locks}`, 401, status(38), { ...ada, body: lock }],
  ['no moderator lifts', `DELETE ${locks}`, 401, status(38), { ...ada, body: { kind: 'movie', id: 502 } }],
  ['no moderator, and no reason', `POST ${locks}`, 401, status(38), { ...ada, body: { ...lock, reason: ' ' } }],
])
