import { Type } from 'typebox'
import { operation, Status, StatusAnswer } from '#src/contract/operation.ts'
import { page } from '#src/contract/parameters.ts'
import { follow } from '#src/contributions/following/follow.ts'
import {
  type Followable,
  followables,
  followsOf,
  followsOnPage,
  maxFollowedLength,
} from '#src/contributions/following/follows.ts'
import { followedLists } from './followed-lists.ts'

const What = Type.Unsafe<Followable>({ type: 'string', enum: [...followables], description: 'What is followed' })
const ofDescription =
  'Which one: `movie 502` for a record, the user name of an account whose edits are followed, the address of the ' +
  'page of a search, such as `/search?query=glimmer` for names or `/edits?kind=movie&language=de` for edits, or the ' +
  'id of a public list of somebody else'

const Follow = Type.Object(
  { what: What, of: Type.String({ description: ofDescription }), created_at: Type.String() },
  { title: 'Watch' },
)

const list = operation('watches.list', 'GET /commons/1/watches', {
  summary: 'What the account follows, newest first. Nobody else can see it',
  access: 'session',
  query: Type.Object({ page }),
  reply: Type.Object(
    {
      page: Type.Integer(),
      results: Type.Array(Follow),
      total_pages: Type.Integer(),
      total_results: Type.Integer(),
    },
    { title: 'Watches' },
  ),

  async handle({ db, caller, query: { page } }) {
    const { follows, total } = await followsOf(db, caller.account.id, page)
    const results = follows.map(({ what, of, created_at }) => ({ what, of, created_at }))
    return { page, results, total_pages: Math.ceil(total / followsOnPage), total_results: total }
  },
})

const answers = { added: 'entry_added', there: 'entry_added_again', ended: 'deleted' } as const

const set = operation('watches.set', 'POST /commons/1/watches', {
  summary:
    'Follows a record, the edits of an account, a search or a list, or stops following it. News arrives as ' +
    "notifications, but not of the account's own edits. When a record is merged, its survivor is followed " +
    'instead',
  access: 'session',
  body: Type.Object({
    what: What,
    of: Type.String({ minLength: 1, maxLength: maxFollowedLength, description: ofDescription }),
    watch: Type.Boolean({ description: 'true follows, false stops following' }),
  }),
  reply: Status,
  answers: ['entry_added', 'entry_added_again', 'deleted'],
  refusals: ['not_found', 'too_many_watches'],

  async handle({ write, body: { what, of, watch: isFollowed } }) {
    const done = await write(follow, { what, of, isFollowed })
    return done && new StatusAnswer(answers[done])
  },
})

export const watches = [list, set, followedLists]
