import type { Config } from '#src/config.ts'
import { type Admission, type AdmissionState, openAdmission } from './admission.ts'
import { openRestingConnections } from './resting-connections.ts'

/** Requests that may be worked on at once: SQLite reads one at a time, and only a few wait for threads. */
export const IN_FLIGHT_ON_SQLITE = 256
/** On PostgreSQL, a request or two for each connection keep all of them busy. */
const IN_FLIGHT_PER_CONNECTION = 2
/** Wide operations: one thread reads for them on SQLite. On PostgreSQL they have half of the connections. */
export const WIDE_IN_FLIGHT_ON_SQLITE = 4
/** Wide reads that may wait when they come at once: a media centre asks for the details of a whole shelf. */
const WIDE_CROWD = 256
/** Pages run several operations at once, some of them wide: a few keep all threads busy, and more would only wait. */
export const PAGES_IN_FLIGHT_ON_SQLITE = 8
/** Pages that may wait however long they take: each costs as much as ten reads. */
export const LEAST_PAGES_WAITING = 8

type Limits = Pick<Config, 'requestWaitMs' | 'database' | 'databaseConnections'>
export type Admissions = ReturnType<typeof openAdmissions>

/** Wide operations wait for each other, and so do pages, so that all others do not wait for them. */
export function openAdmissions({ requestWaitMs: maxWaitMs, database, databaseConnections }: Limits) {
  const isSqlite = database === ''
  const wideInFlight = isSqlite ? WIDE_IN_FLIGHT_ON_SQLITE : Math.ceil(databaseConnections / 2)
  const inFlight = isSqlite ? IN_FLIGHT_ON_SQLITE : IN_FLIGHT_PER_CONNECTION * databaseConnections
  const wide = openAdmission({ maxWaitMs, maxInFlight: wideInFlight, leastOfCrowd: WIDE_CROWD })
  const usual = openAdmission({ maxWaitMs, maxInFlight: inFlight })
  const pagesInFlight = isSqlite ? PAGES_IN_FLIGHT_ON_SQLITE : databaseConnections
  const pages = openAdmission({ maxWaitMs, maxInFlight: pagesInFlight, leastWaiting: LEAST_PAGES_WAITING })
  const { refused } = openRestingConnections()

  return {
    of: (isWide: boolean): Admission => (isWide ? wide : usual),
    pages,
    refused,
    /** A connection was made. */
    connected() {
      usual.connected()
      wide.connected()
      pages.connected()
    },
    states: (): { work: string; state: AdmissionState }[] => [
      { work: 'usual', state: usual.state() },
      { work: 'wide', state: wide.state() },
      { work: 'pages', state: pages.state() },
    ],
  }
}
