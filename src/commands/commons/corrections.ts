import { settingsNow } from '#src/background/stored-settings.ts'
import { isRecordKind, recordKindNames } from '#src/catalogue/record-kinds.ts'
import type { Following } from '#src/commons/following/followings.ts'
import { connectingOf } from '#src/commons/following/reaching/connecting.ts'
import { MemberError } from '#src/commons/offering/member-error.ts'
import { findMember, readSite, siteOf } from '#src/commons/offering/members.ts'
import {
  forgetToken,
  keepToken,
  memberOf,
  type OfferedCounts,
  offerAll,
  offerTo,
} from '#src/commons/offering/wishes.ts'
import { offersTo } from '#src/commons/returning/offers.ts'
import type { Config } from '#src/config.ts'
import { memberProblems } from '#src/contract/offering.ts'
import type { Database } from '#src/database/database.ts'
import { offered } from '#src/texts/en/offered.ts'
import { readLine } from '../asking.ts'
import { alternatives, exitCode, type Io, UsageError } from '../command.ts'
import { count } from '../progress.ts'
import { tableOf } from '../table.ts'
import { withOne } from './followed-one.ts'

type Given = {
  config: Config
  values: { server?: string | undefined; forget?: boolean | undefined; all?: boolean | undefined }
  io: Io
  named: string
  more: readonly string[]
}

/** Keeps the access token of a member of the publisher, which is tried first, or forgets it. */
export const token = (given: Given): Promise<number> =>
  withOne(given, async (db, following) => {
    const { io, values } = given
    const by = { by: null, now: new Date() }
    if (values.forget) {
      const isRemoved = await forgetToken(db, following.id, by)
      io.stdout.write(isRemoved ? `${following.name}: token removed.\n` : `${following.name} has no token.\n`)
      return exitCode.done
    }
    const address = readSite(values.server ?? siteOf(following.address))
    if (address === undefined) throw new UsageError('token needs --server with an address that begins with https://.')
    const config = await settingsNow(db, given.config)
    const read = { following_id: following.id, address, token: (await readLine(io, 'access token')).trim() }
    const username = await memberOf(read, connectingOf(config)).catch(inWords)
    await keepToken(db, { ...read, username }, config.secretKey, by)
    io.stdout.write(`${following.name}: corrections are sent to ${address} as ${username}.\n`)
    return exitCode.done
  })

function inWords(error: unknown): never {
  if (!(error instanceof MemberError)) throw error
  const { is, detail } = error.problem
  throw new Error(`${offered.problems[is]}${detail === '' ? '' : ` (${detail})`}`)
}

/** Has corrections sent, or lists those that were sent. */
export const offerBack = (given: Given): Promise<number> =>
  withOne(given, async (db, following) => {
    const { io, values, more } = given
    const [kind, number] = more
    if (kind === undefined && !values.all) return list(db, following, io)
    const by = { by: null, now: new Date() }
    const counts = values.all
      ? await offerAll(db, following, by)
      : await offerTo(db, following.id, [named(kind, number)], by)
    if (!counts) throw new Error(offered.noToken)
    io.stdout.write(`${told(counts)}\n`)
    io.stderr.write('The server sends them while it serves.\n')
    return exitCode.done
  })

function named(kind = '', number = '') {
  if (!isRecordKind(kind)) throw new UsageError(`The kind has to be ${alternatives(recordKindNames)}.`)
  if (!/^[1-9]\d{0,9}$/.test(number)) throw new UsageError('The id of a record has to be a whole number.')
  return { kind, id: Number(number) }
}

function told({ offered: sent, underway, nothing, full }: OfferedCounts): string {
  const parts = [
    sent === 1 ? '1 correction is on its way' : `${count(sent)} corrections are on their way`,
    ...(underway > 0 ? [`${count(underway)} ${underway === 1 ? 'was' : 'were'} already`] : []),
    ...(nothing > 0 ? [`of ${nothing === 1 ? '1 record' : `${count(nothing)} records`} people here say nothing`] : []),
  ]
  return `${parts.join(', ')}.${full ? ` ${offered.notices.full}` : ''}`
}

async function list(db: Database, following: Following, io: Io): Promise<number> {
  const member = await findMember(db, following.id)
  if (!member) io.stderr.write(`${offered.noToken}\n`)
  else if (member.problem) {
    const { is } = member.problem
    io.stderr.write(`${offered.problems[is]}${memberProblems[is].isRefused ? '' : ` ${offered.retried}`}\n`)
  }
  const rows = (await offersTo(db, following.id)).map(({ kind, entity_id, state, reason, detail, made_at }) => [
    ...[`${kind} ${entity_id}`, offered.states[state], made_at],
    [reason === '' ? '' : offered.reasons[reason], detail].filter(Boolean).join(' '),
  ])
  if (rows.length === 0) io.stderr.write(`${offered.noneSent}\n`)
  else io.stdout.write(tableOf([['RECORD', 'STATE', 'SINCE', 'WHY'], ...rows]))
  return exitCode.done
}
