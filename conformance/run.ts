import { parseArgs } from 'node:util'
import { openClient } from './client.ts'
import { type PartName, partNames, runBeyond } from './commons/suite.ts'
import { type DialectName, dialectNames } from './dialects.ts'
import { wholeReportOf } from './report.ts'
import { RECORDS, runSuite } from './suite.ts'

const usage = `npm run conformance -- --url URL --key KEY [options]

Tries every operation of the interface on a server and says what is wrong. Without a session it only reads.

  --url URL          the server, such as http://127.0.0.1:8080
  --key KEY          an API key (32 hex digits) or an access token
  --session ID       the session of an account made for this; operations that change something are then tried, too,
                     and undone afterwards
  --dialect NAME     the names that the key gets: ${dialectNames.join(' or ')} (default: neutral)
  --records N        how many records of each kind to try (default: ${RECORDS})
  --only TEXT        only this operation, such as "GET /movie/{movie_id}", or all that contain this text
  --complete         count missing operations of version 3 as wrong
  --without PARTS    leave out what is beyond version 3: ${partNames.join(', ')}, several of them separated by commas,
                     or all. A server that has the part test is reset

Exit code: 0 if nothing is wrong, 1 if something is, 2 if the server could not be tried.`

const exitCode = { right: 0, wrong: 1, notTried: 2 } as const
const MOST_RECORDS = 1000

const options = {
  url: { type: 'string' },
  key: { type: 'string' },
  session: { type: 'string' },
  dialect: { type: 'string', default: 'neutral' },
  records: { type: 'string', default: String(RECORDS) },
  only: { type: 'string', default: '' },
  complete: { type: 'boolean', default: false },
  without: { type: 'string', default: '' },
  help: { type: 'boolean', default: false },
} as const

/** The parts that are left out. */
function partsOf(text: string): readonly PartName[] {
  if (text === 'all') return partNames
  const names = text.split(',').filter((name) => name !== '')
  const unknown = names.find((name) => !partNames.includes(name as PartName))
  if (unknown !== undefined)
    throw new Error(`--without has to be all, or some of ${partNames.join(', ')}, not ${JSON.stringify(unknown)}.`)
  return names as PartName[]
}

async function run(): Promise<number> {
  const { values } = parseArgs({ options })
  if (values.help) {
    console.log(usage)
    return exitCode.right
  }
  const { url, key, session, dialect, only } = values
  const records = Number(values.records)
  if (!url || !key) throw new Error('Give --url and --key. --help shows all options.')
  if (!URL.canParse(url)) throw new Error(`--url has to be a URL, not ${JSON.stringify(url)}.`)
  if (!dialectNames.includes(dialect as DialectName))
    throw new Error(`--dialect has to be ${dialectNames.join(' or ')}, not ${JSON.stringify(dialect)}.`)
  if (!(Number.isInteger(records) && records >= 1 && records <= MOST_RECORDS))
    throw new Error(`--records has to be a whole number from 1 to ${MOST_RECORDS}, not ${values.records}.`)
  const without = partsOf(values.without)
  const client = openClient({ url, key, session, dialect: dialect as DialectName })
  const { status } = await client.get('/authentication')
  if (status === 401) throw new Error('The server does not accept this key.')
  const results = await runSuite(client, { records, only })
  const beyond = await runBeyond(client, { records, only, without })
  console.log(wholeReportOf(results, beyond))
  const isIncomplete = values.complete && results.some(({ state }) => state === 'not there')
  const isWrong = isIncomplete || [...results, ...beyond].some(({ state }) => state === 'wrong')
  return isWrong ? exitCode.wrong : exitCode.right
}

try {
  process.exitCode = await run()
} catch (error) {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  console.error(`${error instanceof Error ? error.message : error}${cause}`)
  process.exitCode = exitCode.notTried
}
