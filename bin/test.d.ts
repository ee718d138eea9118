/** How a server for tests is started; docs/test-server.md explains it. */
export type TestServerOptions = {
  /** What the clock shows until a test moves it; 2026-01-15T12:00:00Z by default. */
  now?: string | Date
  /** Files with catalogue lines, which take the place of the fixed catalogue. */
  fixture?: string | readonly string[]
  /** The names of the fields of replies; neutral, as in the specification, by default. */
  dialect?: 'neutral' | 'common'
  /** The port; a free one by default. */
  port?: number
  /** How long the start may take, in milliseconds; 30,000 by default. */
  startTimeoutMs?: number
}

type Requests = {
  /** A path such as `/3/movie/501`; with * at its end it stands for all paths that begin so. */
  path: string
  /** Any, by default. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** How many of the next requests; 1 by default, at most 1,000. */
  times?: number
}

/** What happens to the next requests to a path. */
export type WantedFault = Requests &
  (
    | {
        /** Too many requests. */
        fault: '429'
        /** Seconds in the header Retry-After; 1 by default. */
        retry_after?: number
      }
    | {
        /** The answer comes later. */
        fault: 'slow'
        /** By so many milliseconds, at most 60,000. */
        ms: number
      }
    | {
        /**
         * 500: an internal error. broken: the connection ends in the middle of the answer. session: the session has
         * expired (code 3).
         */
        fault: '500' | 'broken' | 'session'
      }
  )

/** A fault that was asked for, and how many requests it still waits for. */
export type Fault = WantedFault & { id: number; times: number; left: number }

export type TestServer = AsyncDisposable & {
  /** Such as http://127.0.0.1:43121. */
  readonly url: string
  readonly apiKey: string
  /** A bearer token of the account. */
  readonly token: string
  readonly sessionId: string
  readonly guestSessionId: string
  readonly account: { readonly id: number; readonly username: string; readonly name: string; readonly password: string }
  /** What the clock showed at the beginning. */
  readonly now: string
  /** Goes back to the beginning: catalogue, account, clock, and no faults. */
  reset(): Promise<void>
  /** Puts the clock, or moves it by so many seconds. Resolves to what it shows now. */
  setClock(to: string | Date | number): Promise<string>
  fault(wanted: WantedFault): Promise<Fault>
  faults(): Promise<readonly Fault[]>
  clearFaults(): Promise<void>
  /** Ends the process. It also ends with the process that has started it. */
  stop(): Promise<void>
}

/** Starts a server for tests in a process of its own, and resolves when it answers. */
export function startTestServer(options?: TestServerOptions): Promise<TestServer>
